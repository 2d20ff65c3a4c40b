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
