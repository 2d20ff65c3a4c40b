import { useCallback, useEffect, useRef, useState } from 'react';
import type { ServingRow } from '#shared/feeds/serving.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';

/** The delay after an empty answer before the next item is requested again. */
const againMs = 10_000;

type Row = { readonly [K in keyof ServingRow]: ServingRow[K] };

/**
 * The item served to this agent and its steps, one at a time. Once the agent has started, the next item
 * follows each finished one until they stop.
 */
export function useServing(onCall: boolean) {
  const { empId } = usePerson();
  const feed = useFeed<Row>('serving/me');
  const serving = useFeedRow(feed.rows, String(empId)) ?? null;
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [nothing, setNothing] = useState(false);
  const [taking, setTaking] = useState(false);
  const busy = useRef(false);
  const run = useCallback(async (name: string, send: () => Promise<unknown>): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setPending(name);
    setFailure(null);
    setNothing(false);
    try {
      await send();
      return true;
    } catch (error) {
      const reason = failureOf(error);
      if (reason.code === 'nothingWaits') setNothing(true);
      else {
        setFailure(reason);
        if (name === 'next') setTaking(false);
      }
      return false;
    } finally {
      busy.current = false;
      setPending(null);
    }
  }, []);
  const ask = useCallback(
    (): void => void run('next', () => api.post('/calls/next', {}, { key: newKey() })),
    [run],
  );
  const paused = serving?.paused === true;
  const free = !onCall && !serving?.served && !paused && feed.condition === 'live';
  useEffect(() => {
    if (paused) setTaking(false);
  }, [paused]);
  useEffect(() => {
    if (!taking || !free || pending !== null) return undefined;
    const timer = setTimeout(ask, nothing ? againMs : 400);
    return () => clearTimeout(timer);
  }, [taking, free, pending, nothing, ask]);
  return {
    feed,
    serving,
    nothing,
    pending,
    failure,
    taking,
    dismiss: () => setFailure(null),
    next: () => {
      setTaking(true);
      ask();
    },
    stop: () => setTaking(false),
    call: (subject: string) =>
      void run('call', () => api.command('call', 'new', 'placeCall', { subject }, { key: newKey() })),
    skip: (reason: string) =>
      run('skip', () => api.command('caller', empId, 'skip', { reason }, { key: newKey() })),
    resume: () =>
      void run('resume', () => api.command('caller', empId, 'resumeServing', {}, { key: newKey() })),
  };
}
