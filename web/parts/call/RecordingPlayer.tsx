import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { fetchKept } from '#web/live/kept-file.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { Player, type PlayerNotes } from './Player.tsx';

/** Plays the recording of a call; every opening is audited, so it is fetched once and kept while it is shown. */
export function RecordingPlayer({
  callId,
  label,
  notes,
}: {
  callId: string;
  label: string;
  notes?: PlayerNotes;
}): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    setFailure(null);
    fetchKept(`/calls/${callId}/recording`, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => {
      stop.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [callId, turn]);
  if (failure) return <InlineError failure={failure} onRetry={() => setTurn((now) => now + 1)} />;
  if (!url) return <Skeleton rows={1} />;
  return <Player url={url} label={label} {...(notes ? { notes } : {})} />;
}
