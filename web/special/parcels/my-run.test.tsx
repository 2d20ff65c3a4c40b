// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { noDelivery } from '#shared/streams/delivery/parcel/state.ts';
import { noStatement } from '#shared/streams/delivery/statement/state.ts';
import { keepPhoto, photoOf } from '#web/live/draft-photos.ts';
import { setPerson } from '#web/live/person.ts';
import { FeedRows, type Row } from '#web/live/rows.ts';
import { outbox } from '#web/live/outbox/use-outbox.ts';
import { draftOf, keepDraft } from '#web/parts/drafts.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import { fakeIndexedDb } from '#tests/kit/fake-indexed-db.ts';
import { give } from './give.ts';
import type { Feeds } from './MyRun.tsx';
import type { ParcelRow, RunRow } from './row.ts';

let MyRun: ComponentType<Feeds>;
let root: Root;
const agent = { empId: 162, name: 'Suresh' };
const parcel = (id: string, more: Partial<ParcelRow>): ParcelRow =>
  ({ ...noDelivery(id), customer: `Customer ${id}`, number: `D${id}`, agent, ...more }) as ParcelRow;
const run = (more: Partial<RunRow>): RunRow =>
  ({ ...noStatement('3'), number: 'S3', agent, version: 4, ...more }) as RunRow;

function feedOf<R extends Row>(rows: readonly R[], condition: string): never {
  const held = new FeedRows<R>();
  held.opened({
    type: 'feed:opened',
    feed: 'x',
    ok: true,
    epoch: 'e',
    seq: 1,
    mode: 'snapshot',
    rows,
    scope: {},
    sources: [],
    now: Date.now(),
  } as never);
  held.flush();
  return { rows: held, condition } as never;
}
async function open(
  parcels: readonly ParcelRow[],
  runs: readonly RunRow[],
  condition = 'reconnecting',
): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const feeds = { parcels: feedOf(parcels, condition), runs: feedOf(runs, condition) };
  await act(async () =>
    root.render(
      <Providers>
        <MyRun {...feeds} />
      </Providers>,
    ),
  );
}
const button = (label: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(label))!;
const press = (label: string): Promise<void> => act(async () => button(label).click());
async function type(label: string, text: string): Promise<void> {
  const name = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.includes(label),
  )!;
  const input = document.getElementById(name.htmlFor) as HTMLInputElement | HTMLTextAreaElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => input.blur());
}
function photograph(name: string): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const files = [new File(['x'], name, { type: 'image/jpeg' })];
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const waiting = (): readonly string[] =>
  outbox.now().entries.map(({ aggregate, id, command }) => `${aggregate}-${id} ${command}`);

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  (await import('./translations.ts')).addParcelTranslations();
  ({ MyRun } = await import('./MyRun.tsx'));
  setPerson({
    empId: 162,
    name: 'Suresh',
    admin: false,
    permissionVersion: 1,
    rights: new Set(['Delivery/deleveryStatementList:view']),
    primaryPooId: 1,
    poos: [],
    languages: [],
  });
});
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(async () => {
  act(() => root.unmount());
  for (const { seq } of outbox.now().entries) await outbox.discard(seq);
});

test('given no network, then taking a parcel, leaving and coming back wait on the phone in their order', async () => {
  const carried = parcel('8', { stage: 'handedOver', statementId: '3' });
  await open([parcel('7', { stage: 'assigned' }), carried], [run({ stage: 'generated' })]);
  await press('Accept');
  expect(document.body.textContent).not.toContain('New parcel for you');
  await type('Odometer', '18204');
  await press('Depart');
  await act(() =>
    outbox.add({
      aggregate: 'delivery',
      id: '8',
      command: 'deliver',
      body: {},
      files: [],
      typedAt: '2026-11-18T08:30:00.000Z',
    }),
  );
  await type('Odometer', '18230');
  await press('Back in the store');
  expect(waiting()).toEqual([
    'delivery-7 accept',
    'statement-3 depart',
    'delivery-8 deliver',
    'statement-3 comeBack',
  ]);
  expect(outbox.now().entries.map(({ version }) => version)).toEqual([null, null, null, null]);
  expect(document.body.textContent).toContain('4 entries wait on this device');
  // The frame says that there is no connection; the screen says what that means here.
  expect(document.body.textContent).toContain('What you record is kept on this phone');
  expect(document.body.textContent).not.toContain('No connection');
});

test('given two taps, then one answer waits on the phone, and it does not block the parcel', async () => {
  await open([parcel('7', { stage: 'assigned' })], []);
  const take = button('Accept');
  await act(async () => {
    take.click();
    take.click();
  });
  await vi.waitFor(() => expect(waiting()).toEqual(['delivery-7 accept']));
  expect(document.body.textContent).toContain('1 entry waits on this device');
});

test.each([
  ['accept', ['accept', 'decline']],
  ['fail', ['deliver', 'deliverPart', 'fail']],
  ['comeBack', ['comeBack']],
])('given %s, then it takes the place of a refused one of %s', async (command, once) => {
  const add = vi.spyOn(outbox, 'add').mockResolvedValue();
  await give('delivery', '9', command);
  expect(add.mock.calls).toMatchObject([[{ command, once }]]);
  add.mockRestore();
});

test('given a half-typed result, then it is there again after the stop was left, and gone once it was recorded', async () => {
  const out = [parcel('8', { stage: 'out', statementId: '3' })];
  await open(out, [run({ stage: 'departed' })]);
  await press('Customer 8');
  await act(async () => document.querySelector<HTMLInputElement>('input[value="deliver"]')!.click());
  await type('Name of the recipient', 'Meera Rao');
  await type('code', '123456');
  await act(async () => {
    photograph('blurred.jpg');
    photograph('door.jpg');
  });
  expect(document.body.textContent).toContain('door.jpg');

  act(() => root.unmount());
  await open(out, [run({ stage: 'departed' })]);
  await press('Customer 8');
  await vi.waitFor(() => expect(document.body.textContent).toContain('door.jpg'));
  const values = [...document.querySelectorAll('input')].map(({ value }) => value);
  expect(values).toContain('Meera Rao');
  // The customer's code is not kept.
  expect(values).not.toContain('123456');
  await press('Save result');
  expect(waiting()).toEqual(['delivery-8 deliver']);
  expect(Object.keys(localStorage).filter((key) => key.includes('delivery.result'))).toEqual([]);
});

describe('photos of results that were not recorded', () => {
  const found = async (...ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await photoOf(162, id))?.name));
  const drafted = async (parcelId: string, photoId: string): Promise<void> => {
    keepDraft(162, 'delivery.result', parcelId, { values: { photoId }, version: null, at: '' });
    await keepPhoto(162, photoId, new File(['x'], `${photoId}.jpg`));
  };
  beforeEach(() => vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB));
  afterEach(() => vi.stubGlobal('indexedDB', undefined));

  test('given two photos one after the other, then the last is kept under the id of the draft and no other', async () => {
    await open([parcel('8', { stage: 'out', statementId: '3' })], [run({ stage: 'departed' })]);
    await press('Customer 8');
    await act(async () => document.querySelector<HTMLInputElement>('input[value="fail"]')!.click());
    const ids: unknown[] = [];
    const named = (): unknown => draftOf(162, 'delivery.result', '8')?.values['photoId'];
    for (const name of ['blurred.jpg', 'door.jpg']) {
      act(() => photograph(name));
      ids.push(named()); // at once, whatever becomes of the page
    }
    const [first, second] = ids as [string, string];
    expect(await found(first, second)).toEqual([undefined, 'door.jpg']);
  });

  test('given that the run opens, then drafts of parcels that are no longer one’s own are gone with their photos, and so are photos without a draft', async () => {
    await drafted('8', 'own');
    await drafted('9', 'given-away');
    await keepPhoto(162, 'orphan', new File(['x'], 'orphan.jpg'));
    const parcels = [parcel('8', { stage: 'out' }), parcel('9', { agent: { empId: 163, name: 'Ramesh' } })];
    await open(parcels, []);
    expect(await found('own', 'given-away')).toEqual(['own.jpg', 'given-away.jpg']);

    act(() => root.unmount());
    await open(parcels, [], 'live');
    expect(await found('own', 'given-away', 'orphan')).toEqual(['own.jpg', undefined, undefined]);
    expect(draftOf(162, 'delivery.result', '9')).toBeNull();
    expect(draftOf(162, 'delivery.result', '8')).not.toBeNull();
  });
});
