import type { PresenceShown } from '#shared/wire.ts';

interface Looking {
  readonly empId: number;
  readonly name: string;
  readonly state: 'viewing' | 'editing';
  readonly feed: string;
  readonly id: string;
}

/** Who has which row open, per connection; removed with the connection. */
export interface PresenceBoard {
  set(
    connection: string,
    who: { empId: number; name: string },
    feed: string,
    id: string,
    state: 'viewing' | 'editing' | 'gone',
  ): void;
  leave(connection: string): void;
  on(feed: string): PresenceShown[];
}

export function openPresence(show: (shown: PresenceShown) => void): PresenceBoard {
  const byConnection = new Map<string, Map<string, Looking>>();

  const shown = (feed: string, id: string): PresenceShown => {
    const who = new Map<number, { empId: number; name: string; state: 'viewing' | 'editing' }>();
    for (const rows of byConnection.values()) {
      const one = rows.get(`${feed}\n${id}`);
      if (one && (one.state === 'editing' || !who.has(one.empId)))
        who.set(one.empId, { empId: one.empId, name: one.name, state: one.state });
    }
    return { feed, id, who: [...who.values()] };
  };

  return {
    set(connection, who, feed, id, state) {
      let rows = byConnection.get(connection);
      if (!rows) byConnection.set(connection, (rows = new Map()));
      if (state === 'gone') rows.delete(`${feed}\n${id}`);
      else if (rows.size < 50) rows.set(`${feed}\n${id}`, { ...who, state, feed, id });
      show(shown(feed, id));
    },
    leave(connection) {
      const rows = byConnection.get(connection);
      byConnection.delete(connection);
      for (const one of rows?.values() ?? []) show(shown(one.feed, one.id));
    },
    on(feed) {
      const ids = new Set<string>();
      for (const rows of byConnection.values())
        for (const one of rows.values()) if (one.feed === feed) ids.add(one.id);
      return [...ids].map((id) => shown(feed, id));
    },
  };
}
