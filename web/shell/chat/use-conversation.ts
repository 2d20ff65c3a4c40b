import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ChatLine, ChatPage } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import type { MessageRow, RoomRow } from './rooms.ts';

const PAGE = 50;
/** A room one has not joined pushes no messages: it is polled. */
const TYPING_MS = 15_000;

export interface Conversation {
  readonly messages: readonly ChatLine[];
  readonly earlier: boolean;
  readonly prompting: boolean;
  readonly failure: Failure | null;
  /** People a message can mention. */
  readonly people: readonly { readonly empId: number; readonly name: string }[];
  readonly loadEarlier: () => void;
  readonly again: () => void;
}

/**
 * Messages of a room: the latest live, older ones by page. Messages about a record are only read through a
 * route, which checks the record each time; the room's row says when there are new ones.
 */
export function useConversation(room: RoomRow, joined: boolean): Conversation {
  const about = room.about !== null;
  const live = useFeedRows(useFeed<MessageRow>('chat/messages').rows);
  const [lines, setLines] = useState<ReadonlyMap<number, ChatLine>>(new Map());
  const [readers, setReaders] = useState<Conversation['people']>([]);
  const [earlier, setEarlier] = useState<boolean | null>(null);
  const [prompting, setPrompting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);

  const prompt = useCallback(
    async (query: { before?: number; records: number }, signal?: AbortSignal): Promise<void> => {
      setPrompting(true);
      try {
        const page = await api.get<ChatPage>(`/chat/${encodeURIComponent(room.id)}`, {
          query,
          ...(signal ? { signal } : {}),
        });
        setLines((now) => new Map([...now, ...page.messages.map((line) => [line.n, line] as const)]));
        setReaders(page.readers);
        setEarlier((now) => (query.before !== undefined || now === null ? page.earlier : now));
        setFailure(null);
      } catch (error) {
        if (signal?.aborted) return;
        const reason = failureOf(error);
        if (reason.status === 404) setLines(new Map()); // no longer accessible
        setFailure(reason);
      } finally {
        if (!signal?.aborted) setPrompting(false);
      }
    },
    [room.id],
  );

  const { last, changed } = room;
  useEffect(() => {
    if (!about) return undefined;
    const stop = new AbortController();
    void prompt({ records: 100 }, stop.signal);
    return () => stop.abort();
  }, [about, prompt, last, changed, turn]);
  useEffect(() => {
    if (!about || joined) return undefined;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setTurn((now) => now + 1),
      TYPING_MS,
    );
    return () => clearInterval(timer);
  }, [about, joined]);

  const messages = useMemo((): readonly ChatLine[] => {
    const all = new Map(lines);
    if (!about) for (const one of live) if (one.room === room.id) all.set(one.n, one);
    return [...all.values()].sort((a, b) => a.n - b.n);
  }, [lines, live, about, room.id]);
  const first = messages[0]?.n ?? 1;
  return {
    messages,
    earlier: earlier ?? (!about && first > 1),
    prompting,
    failure,
    people: about ? readers : room.people,
    loadEarlier: () => void prompt({ before: first, records: PAGE }),
    again: () => (about ? setTurn(turn + 1) : void prompt({ before: first, records: PAGE })),
  };
}
