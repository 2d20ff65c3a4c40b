// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentAction, DocumentDef } from '#shared/families/document.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import { Failure } from '#web/live/failure.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { nothingPending } from './pending.ts';
import { addDocumentTranslations } from './translations.ts';
import { useActions } from './use-actions.ts';
import type { OpenRecord } from './use-record.ts';

const server = vi.hoisted(() => ({
  version: 3,
  sent: [] as (number | null | undefined)[],
  refuse: null as unknown,
}));
vi.mock('#web/live/api.ts', () => ({
  api: {
    get: async () => ({ version: server.version }),
    command: async (
      _of: string,
      _id: string,
      _name: string,
      _body: unknown,
      options: { version?: number },
    ) => {
      server.sent.push(options.version);
      if (options.version !== server.version) throw server.refuse;
      server.version += 1;
      return { version: server.version };
    },
  },
}));

const def = { name: 'order', stream: { name: 'order' } } as unknown as DocumentDef;
const state = { id: '7', number: 'PO-7' } as unknown as DocumentState;
const approve = { name: 'approve', command: 'approve' } as unknown as DocumentAction;
let root: Root;
let now: ReturnType<typeof useActions>;
let reloads: number;

function Probe({ version }: { version: number }): null {
  const open = {
    record: { version, state },
    pending: nothingPending,
    save: async () => true,
    reload: async () => void (reloads += 1),
  } as unknown as OpenRecord;
  const actions = useActions(def, ((key: string) => key) as never, state, open);
  useEffect(() => void (now = actions));
  return null;
}
const shows = (version: number): void =>
  act(() =>
    root.render(
      <MemoryRouter>
        <Probe version={version} />
      </MemoryRouter>,
    ),
  );

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  addDocumentTranslations();
});
beforeEach(() => {
  reloads = 0;
  Object.assign(server, {
    version: 4,
    sent: [],
    refuse: new Failure(
      { code: 'versionConflict', message: 'Reload.', correlationId: 'c', details: { by: 'Meera Nair' } },
      409,
      false,
    ),
  });
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

test('an action is sent with the version on the screen; a change made meanwhile names its author and can be sent again', async () => {
  shows(3);
  await act(() => now.act(approve));
  expect(server.sent).toEqual([3]);
  expect(now.failure?.message).toBe(
    'Meera Nair changed this document meanwhile, and nothing was sent. Check the current version, then send again.',
  );
  expect([reloads, typeof now.again]).toEqual([1, 'function']);
  shows(4);
  await act(async () => now.again?.());
  expect([server.sent, now.failure, now.again]).toEqual([[3, 4], null, null]);
});
