import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ChatLine, ChatPage } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import type { MessageRow, RoomRow } from './rooms.ts';

const PAGE = 50;
/** A room that one has not joined says nothing by itself: it is asked. */
const ASK_MS = 15_000;

export interface Conversation {
  readonly messages: readonly ChatLine[];
  readonly earlier: boolean;
  readonly asking: boolean;
  readonly failure: Failure | null;
  /** Whom a message can name. */
  readonly people: readonly { readonly empId: number; readonly name: string }[];
  readonly loadEarlier: () => void;
  readonly again: () => void;
}

/**
 * What was said in a room: the latest live, older ones by pages. Messages about a record come by their door alone, which looks
 * at the record each time; the room's own row tells when there is something new.
 */
export function useConversation(room: RoomRow, joined: boolean): Conversation {
  const about = room.about !== null;
  const live = useFeedRows(useFeed<MessageRow>('chat/messages').rows);
  const [lines, setLines] = useState<ReadonlyMap<number, ChatLine>>(new Map());
  const [readers, setReaders] = useState<Conversation['people']>([]);
  const [earlier, setEarlier] = useState<boolean | null>(null);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);

  const ask = useCallback(
    async (query: { before?: number; records: number }, signal?: AbortSignal): Promise<void> => {
      setAsking(true);
      try {
        const page = await api.get<ChatPage>(`/chat/${encodeURIComponent(room.id)}`, { query, ...(signal ? { signal } : {}) });
        setLines((now) => new Map([...now, ...page.messages.map((line) => [line.n, line] as const)]));
        setReaders(page.readers);
        setEarlier((now) => (query.before !== undefined || now === null ? page.earlier : now));
        setFailure(null);
      } catch (error) {
        if (signal?.aborted) return;
        const reason = failureOf(error);
        if (reason.status === 404) setLines(new Map()); // no longer one's own to read
        setFailure(reason);
      } finally {
        if (!signal?.aborted) setAsking(false);
      }
    },
    [room.id],
  );

  const { last, changed } = room;
  useEffect(() => {
    if (!about) return undefined;
    const stop = new AbortController();
    void ask({ records: 100 }, stop.signal);
    return () => stop.abort();
  }, [about, ask, last, changed, turn]);
  useEffect(() => {
    if (!about || joined) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && setTurn((now) => now + 1), ASK_MS);
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
    asking,
    failure,
    people: about ? readers : room.people,
    loadEarlier: () => void ask({ before: first, records: PAGE }),
    again: () => (about ? setTurn(turn + 1) : void ask({ before: first, records: PAGE })),
  };
}
