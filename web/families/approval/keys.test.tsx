// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { setPerson } from '#web/live/person.ts';
import { FeedRows } from '#web/live/rows.ts';
import type { Row } from '#web/live/rows.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { commands } from '#web/parts/commands/registry.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { approvalRow, at } from '#tests/kit/approval-row.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';

const feed = vi.hoisted(() => ({ rows: null as unknown }));
vi.mock('#web/live/use-feed.ts', async (original) => ({
  ...(await original<object>()),
  useFeed: () => ({
    rows: feed.rows,
    condition: 'live',
    message: '',
    freshness: { condition: 'live', since: 0, sources: [] },
  }),
  useOnline: () => true,
  usePresence: () => undefined,
  usePresences: () => new Map(),
}));

/** Does something and lets the screen draw what follows. */
async function done(work: () => void): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await act(async () => work());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
}

let ApprovalInbox: ComponentType;
let root: Root;
let container: HTMLElement;
let router: ReturnType<typeof createMemoryRouter>;
let sent: string[];

beforeAll(async () => {
  stubBrowser();
  await startTranslations();
  ({ ApprovalInbox } = await import('./ApprovalInbox.tsx'));
  setPerson({
    empId: 131,
    name: 'Farhan Ali',
    admin: false,
    permissionVersion: 1,
    rights: new Set(['approvals/appReScheduleApproval:approve']),
    primaryPooId: 1,
    poos: [],
    languages: [],
  });
});
const soon = new Date(Date.now() + 3_600_000).toISOString();
const requests: readonly ApprovalRow[] = ['704', '705', '706', '707', '708'].map((id, n) =>
  approvalRow({
    id,
    ref: `AP-000${id}`,
    dueAt: new Date(Date.now() + (n + 1) * 600_000).toISOString(),
    expiresAt: soon,
    readBy: ['Farhan Ali'],
    before: { at: at(600), assigned: 'Pooja Hegde', moved: 1, customer: 'CU-000005' },
  }),
);

beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(url);
    return Promise.resolve(
      Response.json(
        url.includes('approval-names')
          ? { names: { 'CU-000005': 'Lakshmi Rao' } }
          : url.includes('approval-status')
            ? url.endsWith('/690')
              ? {
                  state: 'applyFailed',
                  why: 'slotTaken',
                  fails: null,
                  over: approvalRow({ id: '690', ref: 'AP-000690', state: 'applyFailed', actions: [] }),
                }
              : {
                  over: null,
                  state: 'requested',
                  why: null,
                  fails: /70[58]$/.test(url) ? 'slotTaken' : null,
                }
            : {},
      ),
    );
  });
  const rows = new FeedRows();
  rows.opened({
    type: 'feed:opened',
    feed: 'approvals/inbox',
    ok: true,
    epoch: 'e',
    seq: 1,
    mode: 'snapshot',
    rows: requests as unknown as readonly Row[],
    scope: {},
    sources: [],
    now: Date.now(),
  } as never);
  rows.flush();
  feed.rows = rows;
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  router = createMemoryRouter([{ path: '/approvals', Component: ApprovalInbox }], {
    initialEntries: ['/approvals?id=704'],
  });
  await done(() => root.render(<Providers>{<RouterProvider router={router} />}</Providers>));
  await expect.poll(() => container.querySelectorAll('.ag-row[row-id]').length).toBeGreaterThan(2);
});
afterEach(async () => {
  await done(() => root.unmount());
  document.body.replaceChildren();
});

const press = (key: string): Promise<void> => done(() => commands.byKey(key)!.run());
/** A key that the list handles itself, at its focused cell. */
const type = (key: string): Promise<void> =>
  done(() =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  );
const change = (row: ApprovalRow, seq: number): void => {
  const rows = feed.rows as FeedRows;
  rows.delta({
    type: 'feed:delta',
    feed: 'approvals/inbox',
    epoch: 'e',
    prev: seq - 1,
    seq,
    changes: [{ op: 'put', id: row.id, row }],
  } as never);
  rows.flush();
};
const ticked = (): number => container.querySelectorAll('.ag-row .ag-checkbox-input:checked').length;
/** Waits until the panel shows that request and its row is marked. */
async function shows(id: string): Promise<void> {
  await expect
    .poll(() => [
      container.querySelector('.ops-row-open')?.getAttribute('row-id'),
      container.querySelector('.ops-panel')?.textContent.includes(`AP-000${id}`),
    ])
    .toEqual([id, true]);
}
const decided = (): string[] => sent.filter((url) => url.endsWith('Step'));

test('list and panel name the customer, with the number beside it', async () => {
  await shows('704');
  await expect
    .poll(() => [
      container.querySelector('.ag-row[row-id="704"]')?.textContent.includes('Lakshmi Rao · TK-000009'),
      container.querySelector('.ops-panel')?.textContent.includes('Lakshmi Rao · TK-000009'),
      container.querySelector('.ap-diff')?.textContent.includes('Lakshmi Rao · CU-000005'),
    ])
    .toEqual([true, true, true]);
});

test('J moves focus and panel together and ticks nothing; A decides the request that is shown', async () => {
  await shows('704');
  await press('j');
  await shows('705');
  expect(ticked()).toBe(0);
  await press('a');
  expect(decided()).toEqual(['/commands/approval/705/approveStep']);
});

test('an arrow moves as J does, Enter opens and ticks nothing, Space ticks alone', async () => {
  await press('j');
  await shows('705');
  await type('ArrowDown');
  await shows('706');
  await press('k');
  await type('Enter');
  await shows('705');
  expect(ticked()).toBe(0);
  await type(' ');
  await shows('705');
  expect(ticked()).toBe(1);
});

test('a box ticked beside the open request: A shows that request first, and decides it only when pressed again', async () => {
  await shows('704');
  const box = container.querySelector<HTMLElement>('.ag-row[row-id="706"] .ag-checkbox-input')!;
  await done(() => {
    box.focus();
    box.click();
  });
  await shows('704');
  expect(ticked()).toBe(1);
  await press('a');
  await shows('706');
  expect(decided()).toEqual([]);
  await press('a');
  expect(decided()).toEqual(['/commands/approval/706/approveStep']);
});

test('the bar and the dialog name what is ticked, and leave out what could not be applied', async () => {
  await shows('704');
  for (const id of ['704', '705', '706'])
    await done(() =>
      container.querySelector<HTMLElement>(`.ag-row[row-id="${id}"] .ag-checkbox-input`)!.click(),
    );
  const bar = (): HTMLElement => container.querySelector<HTMLElement>('.ops-selected')!;
  const change = '(18-11-2026 20:30 → 19-11-2026 01:30)';
  await expect
    .poll(() => bar().textContent)
    .toContain(`AP-000704 ${change}, AP-000705 ${change}, and AP-000706 ${change}`);
  // What could not be applied now is not counted, before the dialog is open already.
  await expect
    .poll(() => [...bar().querySelectorAll('button')].slice(0, 2).map((one) => one.textContent))
    .toEqual(['Approve 2 of 3', 'Reject 3']);
  await done(() => bar().querySelector<HTMLElement>('button')!.click());
  const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]')!;
  await expect.poll(() => dialog().textContent).toContain('Approve 2 of 3');
  await expect
    .poll(() => dialog().querySelectorAll('li')[1]?.textContent)
    .toContain('Cannot be applied at present: the new slot is taken.');
  await expect
    .poll(() => dialog().querySelectorAll('li')[0]?.textContent)
    .toContain('Lakshmi Rao · TK-000009 · 18-11-2026 20:30 → 19-11-2026 01:30');
  await done(() =>
    [...dialog().querySelectorAll<HTMLElement>('button')]
      .find(({ textContent }) => textContent === 'Approve 2 of 3')!
      .click(),
  );
  await expect
    .poll(() => decided())
    .toEqual(['/commands/approval/704/approveStep', '/commands/approval/706/approveStep']);
});

test('nothing is sent for many before it is known which of them could be applied', async () => {
  await shows('704');
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('approval-status')) await answered;
    return real(url, init);
  });
  for (const id of ['707', '708'])
    await done(() =>
      container.querySelector<HTMLElement>(`.ag-row[row-id="${id}"] .ag-checkbox-input`)!.click(),
    );
  const approve = (): HTMLElement => container.querySelector<HTMLElement>('.ops-selected button')!;
  await done(() => approve().click());
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  await done(answer);
  await expect.poll(() => approve().textContent).toBe('Approve 1 of 2');
  await done(() => approve().click());
  await expect
    .poll(() => document.querySelector('[role="dialog"]')?.textContent)
    .toContain('Cannot be applied at present');
});

test('the panel says what happens if nobody decides', async () => {
  await shows('704');
  expect(container.querySelector('.ap-consequence')!.textContent).toMatch(
    /If nobody decides.*From .* on the approver’s manager may decide too\. It expires .*, as if rejected\./,
  );
});

test('the panel runs the machine: the approval of a step names whose is next, and time ends what is offered', async () => {
  await shows('704');
  const text = (): string => container.querySelector('.ops-panel')!.textContent;
  const approve = (): HTMLElement =>
    [...container.querySelectorAll<HTMLElement>('.ops-panel button')].find(({ textContent }) =>
      textContent.startsWith('Approve'),
    )!;
  expect(text()).not.toContain('It goes on to');
  const two = approvalRow({
    ...requests[0]!,
    steps: 2,
    rules: [
      { of: ['manager'], mode: 'any' },
      { of: ['accounts', 'cityHead'], mode: 'any' },
    ],
    viewer: { ...requests[0]!.viewer, lastStep: false },
  });
  await done(() => change(two, 2));
  await expect.poll(() => text()).toContain('It goes on to: Accounts or City head.');
  expect(approve().getAttribute('aria-disabled')).not.toBe('true');
  await done(() => change({ ...two, expiresAt: new Date(Date.now() - 1_000).toISOString() }, 3));
  await expect.poll(() => approve().getAttribute('aria-description')).toBe('The request has expired.');
});

test('the approver of a later step sees the lowered amount, and can only lower it further', async () => {
  await shows('704');
  const { viewer } = requests[0]!;
  const decided = {
    step: 1,
    verb: 'approved' as const,
    name: 'Latha Iyer',
    at: soon,
    comment: 'Tea',
    amount: 120_00,
  };
  await done(() =>
    change(
      approvalRow({
        ...requests[0]!,
        viewer,
        amount: 150_00,
        amountNow: 120_00,
        decisions: [decided],
        step: 2,
        steps: 2,
      }),
      2,
    ),
  );
  const panel = container.querySelector<HTMLElement>('.ops-panel')!;
  await expect.poll(() => panel.textContent).toContain('Amount to decide: ₹120.00, lowered from ₹150.00');
  expect(panel.querySelector('.ap-chain')!.textContent).toContain('₹120.00');
});

test('a request that is over opens by its address, with how it ended and without decisions', async () => {
  await shows('704');
  await done(() => void router.navigate('/approvals?id=690'));
  const panel = (): HTMLElement => container.querySelector<HTMLElement>('.ops-panel')!;
  await expect
    .poll(() => panel().textContent)
    .toContain('This request is closed: Could not be applied, the new slot is taken.');
  expect(panel().textContent).toContain('AP-000690');
  expect([...panel().querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Approve',
  );
});
