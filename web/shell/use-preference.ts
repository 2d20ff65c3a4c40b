import type { PreferenceRow } from '#shared/feeds/own.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { lastKnown, useSessionStatus } from './me.ts';

/** A personal setting stored on the server, the same on every device. */
export function usePreference<T>(name: string, otherwise: T) {
  useSessionStatus();
  const empId = lastKnown()?.empId ?? 0;
  const feed = useFeed<Pick<PreferenceRow, keyof PreferenceRow>>('preferences/me');
  const row = useFeedRow(feed.rows, `${empId}:${name}`);
  const change = useCommand('preference', 'change');
  return {
    value: (row?.value as T | undefined) ?? otherwise,
    known: feed.condition !== 'connecting',
    denied: feed.condition === 'denied',
    save: (value: T) => change.run(`e${empId}`, { name, value }),
    pending: change.pending,
    failure: change.failure,
    dismiss: change.dismiss,
  };
}
