// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setPerson } from '#web/live/person.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { Providers } from '#web/shell/Providers.tsx';
import { approvalRow } from '#tests/kit/approval-row.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { BulkDialogProps } from './BulkDialog.tsx';
import '#web/parts/DialogRoom.tsx';

let BulkDialog: ComponentType<BulkDialogProps>;
let root: Root;
let sent: string[];

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  (await import('./declaration.ts')).addApprovalTranslations();
  ({ BulkDialog } = await import('./BulkDialog.tsx'));
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
beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(url);
    return Promise.resolve(
      Response.json({ names: {}, state: 'requested', why: null, fails: null, over: null }),
    );
  });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const rows = [
    approvalRow({ id: '704', ref: 'AP-000704', expiresAt: soon }),
    approvalRow({ id: '705', ref: 'AP-000705', expiresAt: soon, part: 'requester', actions: ['withdraw'] }),
    approvalRow({ id: '706', ref: 'AP-000706', expiresAt: soon, part: 'reader', actions: [] }),
  ];
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <Providers>
        <BulkDialog rows={rows} command="approveStep" onClose={() => undefined} />
      </Providers>,
    ),
  );
  await vi.waitFor(() => expect(document.querySelector('.ap-results')).not.toBeNull());
});
afterEach(() => act(() => root.unmount()));

const line = (ref: string): string =>
  [...document.querySelectorAll('.ap-results li')].find(({ textContent }) => textContent.includes(ref))
    ?.textContent ?? '';

test('given requests of which two are not this person’s to decide, then each line says why, and only the rest is sent', async () => {
  expect(line('AP-000704')).not.toBe('');
  expect(line('AP-000705')).toContain('You made this request; someone else must decide it.');
  expect(line('AP-000706')).toContain('Someone else decides this step.');
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Approve 1 of 3',
  )!;
  await act(async () => button.click());
  expect(sent).toEqual(['/commands/approval/704/approveStep']);
});

const press = async (label: string): Promise<void> => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
  await act(async () => button.click());
};
const draftKept = (): boolean => localStorage.getItem('ops-draft:131:approval.bulkReject:new') !== null;
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** Rejects two requests with a comment, of which those named by `lost` get no answer. */
async function rejectTwo(lost: readonly string[]): Promise<void> {
  localStorage.clear();
  act(() => root.unmount());
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.method === 'POST' && lost.some((id) => url.includes(id)))
      return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json({ names: {}, state: 'pendingReject', why: null, fails: null }));
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <Providers>
        <BulkDialog
          rows={['704', '705'].map((id) => approvalRow({ id, ref: `AP-000${id}`, expiresAt: soon() }))}
          command="rejectStep"
          onClose={() => undefined}
        />
      </Providers>,
    ),
  );
  await vi.waitFor(() => expect(document.querySelector('textarea')).not.toBeNull());
  await act(async () => {
    const area = document.querySelector('textarea')!;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, 'Not needed');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(draftKept()).toBe(true);
  await press('Reject 2');
  await vi.waitFor(() => expect(document.body.textContent).toContain('Retry failed'));
}

test('given that one of two got no answer, then its comment is kept until the dialog is closed, and not for the next', async () => {
  await rejectTwo(['/705/']);
  expect(draftKept()).toBe(true);
  await press('Close');
  expect(draftKept()).toBe(false);
});
test('given that none got an answer, then the comment is still there for another attempt', async () => {
  await rejectTwo(['/704/', '/705/']);
  await press('Close');
  expect(draftKept()).toBe(true);
});
