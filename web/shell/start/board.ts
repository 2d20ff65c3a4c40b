import type { Permission } from '#shared/core/permission.ts';

/** A card of the start page: its column, and the right it needs. */
export interface Card {
  readonly id: CardId;
  readonly column: 'main' | 'side';
  readonly need?: Permission;
}

export const cardIds = ['waiting', 'queues', 'day', 'team', 'changes'] as const;
export type CardId = (typeof cardIds)[number];

/** The start page: pending work first, then the load, then the day, the team and the news beside it. */
export const startBoard: readonly Card[] = [
  { id: 'waiting', column: 'main' },
  { id: 'queues', column: 'main' },
  { id: 'day', column: 'side' },
  { id: 'team', column: 'side', need: 'HR/attendanceDetails:view' },
  { id: 'changes', column: 'side' },
];

/** A person's arrangement of the page; unknown ids are ignored. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export function arranged<T extends string>(all: readonly T[], { order, hidden }: Arrangement): readonly T[] {
  const place = (id: T): number => {
    const at = order.indexOf(id);
    return at === -1 ? order.length + all.indexOf(id) : at;
  };
  return all.filter((id) => !hidden.includes(id)).toSorted((a, b) => place(a) - place(b));
}

/** The sequence after one entry moved by `step` places. */
export function moved<T extends string>(shown: readonly T[], id: T, step: -1 | 1): readonly T[] {
  const from = shown.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= shown.length) return shown;
  const next = [...shown];
  next.splice(from, 1);
  next.splice(to, 0, id);
  return next;
}
