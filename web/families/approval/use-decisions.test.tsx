// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTranslations } from '#web/locales/translations.ts';
import { approvalRow } from '#tests/kit/approval-row.ts';
import { useDecisions } from './use-decisions.ts';
import type { Decisions } from './use-decisions.ts';

let decisions: Decisions;
let root: Root;
let calls: string[];
let answer: PromiseWithResolvers<Response>;

function Probe({ shown }: { shown: (now: Decisions) => void }): null {
  const now = useDecisions();
  useEffect(() => void shown(now));
  return null;
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
});
beforeEach(() => {
  calls = [];
  answer = Promise.withResolvers();
  vi.stubGlobal('fetch', (url: string) => {
    calls.push(url);
    return answer.promise;
  });
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe shown={(now) => (decisions = now)} />));
});
afterEach(() => act(() => root.unmount()));

test('a second press while the first is under way sends nothing and is not said to have gone well', async () => {
  const row = approvalRow();
  const first = decisions.send(row, 'approveStep');
  expect(await act(() => decisions.send(row, 'approveStep'))).toBe('underWay');
  await act(async () =>
    answer.resolve(
      Response.json(
        { code: 'alreadyDecided', message: 'Decided already.', correlationId: 'c' },
        { status: 409 },
      ),
    ),
  );
  expect(await first).toMatchObject({ code: 'alreadyDecided' });
  expect(calls).toHaveLength(1);
});
