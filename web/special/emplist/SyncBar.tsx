import type { ReactNode } from 'react';
import type { AskedPoll } from '#shared/operations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { usePolls } from '#web/live/polls.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { InlineError } from '#web/parts/states.tsx';
import { formatAgo } from '#web/words/formats.ts';
import { useServerSecond } from '#web/words/server-clock.ts';
import { useLanguage } from '#web/words/words.ts';
import { addEmployeeSyncWords, useEmployeeSyncWords } from './words.ts';

addEmployeeSyncWords();

/** Has the employee service read at once, and says who asked last and what came of it. */
export function SyncBar(): ReactNode {
  const t = useEmployeeSyncWords();
  const may = hasRight(usePerson(), 'Masters/emplist:edit');
  const polls = usePolls(may);
  const row = polls.of('employee');
  const off = row === null ? null : row.lives === 'inside' ? t('inside') : row.running ? t('running', { by: row.askedBy ?? '' }) : null;
  const ask = (): void => polls.ask('employee');
  useCommands(may ? [{ id: 'emplist.sync', label: t('sync'), scope: 'screen', disabled: off, run: ask }] : []);
  if (!may) return null;
  return (
    <>
      <ActionButton label={t('sync')} pending={polls.asking !== null} disabled={off} onClick={ask} />
      <span role="status" className="ops-muted">
        {row && row.lives === 'outside' && row.askedAt !== null && <Outcome row={row} />}
      </span>
      {polls.failure && <InlineError failure={polls.failure} onDismiss={polls.dismiss} />}
    </>
  );
}

function Outcome({ row }: { row: AskedPoll }): ReactNode {
  const t = useEmployeeSyncWords();
  const now = useServerSecond();
  const language = useLanguage();
  const { running, end, askedBy, askedAt } = row;
  const said = running
    ? t('reading')
    : end === null
      ? t('lost')
      : end.ok
        ? t('read', { applied: String(end.applied), items: String(end.items) })
        : t('failed', { error: end.error });
  return (
    <>
      <span className={end?.ok === false ? 'ops-tone-danger' : undefined}>{said}</span>{' '}
      {t('by', { by: askedBy ?? '', ago: formatAgo(now - Date.parse(askedAt ?? ''), language) })}
    </>
  );
}
