import type { ReactNode } from 'react';
import type { RequestedPoll } from '#shared/operations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { usePolls } from '#web/live/polls.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { InlineError } from '#web/parts/states.tsx';
import { formatAgo } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { addEmployeeSyncTranslations, useEmployeeSyncTranslations } from './translations.ts';

addEmployeeSyncTranslations();

/** Polls the employee service on request, and shows who did so last and the result. */
export function SyncBar(): ReactNode {
  const t = useEmployeeSyncTranslations();
  const may = hasRight(usePerson(), 'Masters/emplist:edit');
  const polls = usePolls(may);
  const row = polls.of('employee');
  const off =
    row === null
      ? null
      : row.lives === 'inside'
        ? t('inside')
        : row.running
          ? t('running', { by: row.askedBy ?? '' })
          : null;
  const prompt = (): void => polls.prompt('employee');
  useCommands(
    may ? [{ id: 'emplist.sync', label: t('sync'), scope: 'screen', disabled: off, run: prompt }] : [],
  );
  if (!may) return null;
  return (
    <>
      <ActionButton label={t('sync')} pending={polls.prompting !== null} disabled={off} onClick={prompt} />
      <span role="status" className="ops-muted">
        {row && row.lives === 'outside' && row.askedAt !== null && <Outcome row={row} />}
      </span>
      {polls.failure && <InlineError failure={polls.failure} onDismiss={polls.dismiss} />}
    </>
  );
}

function Outcome({ row }: { row: RequestedPoll }): ReactNode {
  const t = useEmployeeSyncTranslations();
  const now = useServerSecond();
  const language = useLanguage();
  const { running, end, askedBy, askedAt } = row;
  const text = running
    ? t('syncing')
    : end === null
      ? t('lost')
      : end.ok
        ? t('read', { applied: String(end.applied), items: String(end.items) })
        : t('failed', { error: end.error });
  return (
    <>
      <span className={end?.ok === false ? 'ops-tone-danger' : undefined}>{text}</span>{' '}
      {t('by', { by: askedBy ?? '', ago: formatAgo(now - Date.parse(askedAt ?? ''), language) })}
    </>
  );
}
