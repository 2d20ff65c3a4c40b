// @vitest-environment jsdom
import axe from 'axe-core';
import { MantineProvider } from '@mantine/core';
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setPerson } from '#web/live/person.ts';
import { callTranslations } from '#shared/streams/calls/call/translations.ts';
import { addTranslations, startTranslations } from '#web/locales/translations.ts';
import { bindKeys } from '#web/parts/commands/keys.ts';
import { callSignals } from '#tests/kit/call-table.ts';
import { callAccepts, type CallSignal } from '#shared/streams/calls/call/call.machine.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { OwnCall } from './use-own-call.ts';

type Call = NonNullable<OwnCall['call']>;
const send = vi.fn<OwnCall['act']>();
let call: Call;
let able: readonly string[] = [];

vi.mock('./use-own-call.ts', () => ({
  useOwnCall: (): OwnCall => ({
    call,
    can: (step) => able.includes(step),
    act: send,
    pending: null,
    failure: null,
    dismiss: () => undefined,
  }),
}));
let online = true;
vi.mock('#web/live/use-feed.ts', async (original) => ({
  ...(await original<object>()),
  useOnline: () => online,
}));
vi.mock('./use-calling-setup.ts', () => ({ useCallingSetup: () => undefined }));

const talking: Call = {
  id: '41',
  ref: 'CA-000041',
  stage: 'connected',
  purpose: 'lead',
  callClass: 'promotional',
  subject: 'lead-10021',
  subjectRef: 'LD-010021',
  name: 'Asha Rao',
  phoneMasked: '98xxxxxx10',
  otherMasked: null,
  pooId: 1,
  language: null,
  item: null,
  empId: 7,
  agent: 'Ravi',
  attempt: 1,
  placedAt: '2026-11-20T05:00:00.000Z',
  answeredAt: '2026-11-20T05:00:10.000Z',
  endedAt: null,
  status: null,
  talkSec: 0,
  muted: false,
  hangUpAsked: false,
  consent: null,
  conference: [],
  notes: '',
  heldAt: null,
  holdSec: 0,
  version: 1,
  reportedAt: '2026-11-20T05:00:10.000Z',
};

/** Colours need a browser; the page around the bar is not here. */
const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
/** The bar then consists of the same as in another state, but for its name. */
const alike: readonly string[] = ['Ringing', 'Busy', 'No answer'];
let root: Root;
let CallBar: ComponentType;
const field = (): HTMLInputElement => document.querySelector<HTMLInputElement>('.cb-notes')!;

function show(change: Partial<Call> = {}): void {
  call = { ...call, ...change };
  act(() =>
    root.render(
      <MantineProvider env="test">
        <CallBar />
      </MantineProvider>,
    ),
  );
}
function type(text: string): void {
  act(() => {
    field().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const sent = (): readonly unknown[] =>
  send.mock.calls.filter(([command]) => command === 'noteCall').map(([, input]) => input?.['notes']);
function open(): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  show();
}
/** A key pressed while the notes have the focus. */
const press = (code: string, key: string): void =>
  act(() => {
    field().focus();
    const both = { altKey: true, shiftKey: true };
    field().dispatchEvent(
      new KeyboardEvent('keydown', { key, code, ...both, bubbles: true, cancelable: true }),
    );
  });
const close = (): void => act(() => root.unmount());

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  addTranslations('call', callTranslations);
  ({ CallBar } = await import('./CallBar.tsx')); // its translations need those of the frame
});
beforeEach(() => {
  localStorage.clear();
  send.mockReset().mockResolvedValue(true);
  call = talking;
  act(() =>
    setPerson({
      empId: 7,
      name: 'Ravi',
      admin: false,
      permissionVersion: 1,
      rights: new Set(),
      primaryPooId: 1,
      poos: [],
      languages: [],
    }),
  );
  open();
});
afterEach(close);

test('leaving the field saves the notes at once', () => {
  type('Evening only');
  act(() => field().blur());
  expect(sent()).toEqual(['Evening only']);
});

test('the end of the call saves the notes at once', () => {
  type('Evening only');
  show({ stage: 'wrapUp', endedAt: '2026-11-20T05:01:00.000Z' });
  expect(sent()).toEqual(['Evening only']);
});

test('a page that goes away sends the notes', () => {
  type('Evening only');
  window.dispatchEvent(new Event('pagehide'));
  expect(sent()).toEqual(['Evening only']);
});

test('words that the server did not get are there after a reload, and are sent', async () => {
  send.mockResolvedValue(false);
  type('Evening only');
  close();
  send.mockReset().mockResolvedValue(true);
  open();
  expect(field().value).toBe('Evening only');
  await act(() => vi.waitFor(() => expect(sent()).toEqual(['Evening only'])));
});

test('words that could not be sent without a connection are sent once it is back', async () => {
  online = false;
  show();
  send.mockResolvedValue(false);
  type('Evening only');
  await act(async () => field().blur());
  await act(() => vi.waitFor(() => expect(sent().length, 'after the pause as well').toBeGreaterThan(1)));
  send.mockReset().mockResolvedValue(true);
  online = true;
  show();
  await act(() => vi.waitFor(() => expect(sent()).toEqual(['Evening only'])));
});

test('what was saved leaves no draft behind', async () => {
  type('Evening only');
  await act(async () => field().blur());
  expect(localStorage.length).toBe(0);
});

test('words typed while the notes are being sent are sent after them', async () => {
  let answer: (done: boolean) => void = () => undefined;
  send.mockReturnValueOnce(new Promise((done) => (answer = done)));
  type('Evening');
  act(() => field().blur());
  type('Evening only');
  act(() => field().blur());
  expect(sent()).toEqual(['Evening']);
  await act(async () => answer(true));
  expect(sent()).toEqual(['Evening', 'Evening only']);
});

test('the disposition shows the last words of the bar', () => {
  type('Asks the son');
  show({ stage: 'wrapUp', endedAt: '2026-11-20T05:01:00.000Z', talkSec: 50 });
  const thinking = [...document.querySelectorAll('button')].find((one) => /think/i.test(one.textContent))!;
  act(() => thinking.click());
  expect(document.querySelector<HTMLTextAreaElement>('.cb-need textarea')?.value).toBe('Asks the son');
});

describe('with the focus in the notes', () => {
  let off = (): void => undefined;
  beforeEach(() => {
    off = bindKeys();
  });
  afterEach(() => {
    off();
    able = [];
    vi.unstubAllGlobals();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    stubBrowser();
  });

  test('Alt+Shift and the key of a step is that step, and the bar says so', () => {
    able = ['MUTE', 'HOLD', 'HANGUP'];
    show();
    press('KeyM', 'M');
    press('KeyH', 'H');
    press('KeyU', 'U');
    expect(send.mock.calls).toEqual([['mute', { muted: true }], ['hold'], ['hangUp']]);
    const shown = [...document.querySelectorAll('.cb-typing kbd')].map((one) => one.textContent);
    expect(shown).toEqual(['Alt', 'Shift', 'M', 'H', 'U']);
    const mute = [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Mute'))!;
    expect(mute.getAttribute('aria-keyshortcuts')).toBe('M Alt+Shift+M');
  });

  test('Alt+Shift and a number is that outcome', () => {
    const fetched = vi.fn(() => Promise.resolve(Response.json({})));
    vi.stubGlobal('fetch', fetched);
    show({ stage: 'wrapUp', endedAt: '2026-11-20T05:01:00.000Z', talkSec: 50 });
    const third = document.querySelectorAll<HTMLButtonElement>('.cb-codes button')[2]!;
    expect(third.getAttribute('data-variant')).toBe('default');
    press('Digit3', '·');
    expect(third.getAttribute('data-variant')).toBe('filled');
    const shown = [...document.querySelectorAll('.cb-typing kbd')].map((one) => one.textContent);
    expect(shown).toEqual(['Alt', 'Shift', '1–9']);
  });
});

describe.each([
  ['dialling', {}, 'Dialling'],
  ['ringing', {}, 'Ringing'],
  ['connected', {}, 'Connected'],
  ['held', {}, 'On hold'],
  ['wrapUp', { talkSec: 50 }, 'Wrap-up'],
  ['wrapUp', { status: 'busy' }, 'Busy'],
  ['wrapUp', { status: 'no-answer' }, 'No answer'],
  ['wrapUp', { status: 'failed' }, 'Not reachable'],
  ['overdue', { talkSec: 50 }, 'Wrap-up overdue'],
] as const)('a call that is %s, %j', (stage, more, name) => {
  const over = stage === 'wrapUp' || stage === 'overdue';
  beforeEach(() => {
    const accepts = (signal: CallSignal['type']) => callAccepts({ stage, own: true, fits: true }, signal);
    able = callSignals.filter(accepts);
    show({ stage, ...more, endedAt: over ? '2026-11-20T05:01:00.000Z' : null });
  });
  afterEach(() => {
    able = [];
  });

  test(`says so to a screen reader: ${name}`, async () => {
    const bar = document.querySelector('section.cb-bar')!;
    expect(bar.getAttribute('aria-label')).toBe('Your call');
    expect(bar.querySelector('[role="status"]')?.textContent).toBe(name);
    if (alike.includes(name)) return;
    const { violations } = await act(() => axe.run(bar, { resultTypes: ['violations'], rules }));
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
