import type { ListAsk } from './list-rows.ts';

export const noAsk: ListAsk = { q: '', filter: {}, cancelled: false };

export function isFiltered(ask: ListAsk): boolean {
  return ask.q.trim() !== '' || ask.cancelled || Object.keys(ask.filter).length > 0;
}
