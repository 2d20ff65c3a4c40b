// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { attendanceDesignations } from '#shared/streams/people/attendance/guards.ts';
import { noRecord } from '#shared/streams/people/attendance/record.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { Me } from '../me.ts';
import { useAttendance } from './use-attendance.ts';

const day = `7-${businessDay(Date.now())}`;
const open = {
  ...noRecord(day),
  iEcicoId: 1,
  iCheckInCheckOutFlag: 1,
  iBreakInBreakOutFlag: 0,
  iAllowCalls: 1,
  dCheckInDateTime: new Date(Date.now() - 60_000).toISOString(),
};
const run = vi.fn<(command: string, id: string) => Promise<object | null>>();

vi.mock('#web/live/use-feed.ts', async (original) => ({
  ...(await original<object>()),
  useFeed: () => ({ rows: null, condition: 'live', message: null, retry: () => undefined }),
  useFeedRow: () => open,
  useOnline: () => true,
}));
vi.mock('#web/live/use-command.ts', () => ({
  useCommand: (_stream: string, command: string) => ({
    run: (id: string) => run(command, id),
    retry: () => Promise.resolve(null),
    pending: false,
    failure: null,
    dismiss: () => undefined,
  }),
}));

let root: Root;
let own: ReturnType<typeof useAttendance>;
function Probe(): null {
  const day = useAttendance({
    empId: 7,
    admin: false,
    effectiveDesignationId: attendanceDesignations[0],
  } as Me);
  useEffect(() => void (own = day));
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  run.mockReset().mockResolvedValue({});
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(() => root.unmount()));

test('given the check-out is answered and the day has not arrived yet, undoing it still asks the server', async () => {
  act(() => root.render(<Probe />));
  act(() => own.openCheckOutDialog());
  await act(async () => own.confirmCheckOut());
  expect(own.done?.what).toBe('checkOut');
  await act(async () => own.undoCheckOut());
  expect(run.mock.calls).toEqual([
    ['checkOut', day],
    ['undoCheckOut', day],
  ]);
  expect(own.done?.what).toBe('undoCheckOut');
});
