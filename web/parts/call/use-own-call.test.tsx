// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { CallStage } from '#shared/streams/calls/call/state.ts';
import { callSignals, callStages, callTable } from '#tests/kit/call-table.ts';
import { useOwnCall, type OwnCall } from './use-own-call.ts';

let stage: CallStage | null = null;
vi.mock('#web/live/use-feed.ts', async (original) => ({
  ...(await original<object>()),
  useFeed: () => ({ rows: null }),
  useFeedRows: () => (stage === null ? [] : [{ id: '41', stage }]),
}));

function shown(at: CallStage | null): OwnCall {
  stage = at;
  let own: OwnCall | null = null;
  const root = createRoot(document.createElement('div'));
  const Probe = (): null => {
    const now = useOwnCall();
    useEffect(() => {
      own = now;
    });
    return null;
  };
  act(() => root.render(<Probe />));
  act(() => root.unmount());
  return own!;
}
const may = (own: OwnCall): readonly string[] => callSignals.filter((signal) => own.can(signal));

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

test.each(callStages)('the bar offers what the machine of the call accepts: %s', (at) => {
  const accepted = callSignals.filter((signal) => callTable[at][signal] !== undefined);
  expect(may(shown(at))).toEqual(accepted);
});

test('without a call nothing is possible', () => expect(may(shown(null))).toEqual([]));
