import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type {
  HistoryEntry,
  Labels,
  MasterHistory,
  MasterRecord,
  MasterRow,
} from '#shared/families/master-wire.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { Speech } from './columns.tsx';
import { route, problemTranslations } from './declaration.ts';
import type { Masters } from './declaration.ts';
import { RecordDetails } from './RecordDetails.tsx';
import { readRecord } from './list-rows.ts';
import { fieldText } from './value-text.ts';

export interface HistoryProps {
  readonly def: MasterDef;
  readonly masters: Masters;
  readonly row: MasterRow;
  readonly speech: Speech;
  /** Null without the right; else restores the record to its state after that change. */
  readonly onRevert: ((entry: HistoryEntry) => void) | null;
}

/** Who changed what, when and why; the history of one field; the record at a version. */
export function History({ def, masters, row, speech, onRevert }: HistoryProps): ReactNode {
  const { t, own } = speech;
  const [field, setField] = useState('');
  const [at, setAt] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const history = useQuery({
    queryKey: ['master-history', def.name, row.id, row.version, field],
    queryFn: ({ signal }) =>
      api.get<MasterHistory>(route('record', def.name, row.id, 'history'), {
        query: { field: field || undefined },
        signal,
      }),
  });
  if (history.error)
    return <ErrorState failure={failureOf(history.error)} onRetry={() => void history.refetch()} />;
  return (
    <div className="ma-history">
      <div className="ma-history-bar">
        <NativeSelect
          label={t('historyField')}
          value={field}
          onChange={(event) => setField(event.currentTarget.value)}
          data={[
            { value: '', label: t('historyAll') },
            ...def.fields.map(({ name }) => ({ value: name, label: own(`field.${name}`) })),
            { value: 'iStatus', label: own('column.iStatus') },
          ]}
        />
        <label className="ma-when">
          {t('historyAt')}
          <input
            type="datetime-local"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setAt(
                event.currentTarget.value
                  ? new Date(`${event.currentTarget.value}:00+05:30`).toISOString()
                  : null,
              );
            }}
          />
        </label>
      </div>
      {at && (
        <Then
          def={def}
          masters={masters}
          id={row.id}
          at={at}
          speech={speech}
          onClose={() => {
            setAt(null);
            setTyped('');
          }}
        />
      )}
      {!history.data ? (
        <Skeleton rows={6} />
      ) : history.data.entries.length === 0 ? (
        <p className="ops-muted">{t('historyNone')}</p>
      ) : (
        <ol className="ma-entries">
          {history.data.entries.map((entry) => (
            <Entry
              key={entry.version}
              def={def}
              entry={entry}
              labels={history.data.labels}
              speech={speech}
              current={entry.version === row.version}
              onSee={() => {
                setAt(entry.at);
                setTyped('');
              }}
              onRevert={onRevert && entry.version < row.version ? () => onRevert(entry) : null}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function Entry({
  def,
  entry,
  labels,
  speech,
  current,
  onSee,
  onRevert,
}: {
  def: MasterDef;
  entry: HistoryEntry;
  labels: Labels;
  speech: Speech;
  current: boolean;
  onSee: () => void;
  onRevert: (() => void) | null;
}): ReactNode {
  const { t, own } = speech;
  const translations = useTranslations(problemTranslations).t;
  const streamTranslations = useTranslations(def.source?.streams[0] ?? problemTranslations).t;
  const type =
    translations(entry.type) === entry.type ? streamTranslations(entry.type) : translations(entry.type);
  const to = typeof entry.detail.to === 'string' ? own(`stage.${entry.detail.to}`) : null;
  const text = (name: string, value: unknown): string => {
    if (name === 'iStatus') return value === null || value === undefined ? '' : own(`state.${String(value)}`);
    const field = def.fields.find((one) => one.name === name);
    return field
      ? fieldText(field, value, { ...speech, labels })
      : value === null || value === undefined
        ? ''
        : String(value);
  };
  return (
    <li className="ma-entry">
      <p className="ma-entry-head">
        <strong>{to ?? type}</strong>{' '}
        <span className="ops-muted">
          {speech.author(entry.by)} ·{' '}
          <time className="ops-figures" dateTime={entry.at}>
            {formatInstant(entry.at)}
          </time>
        </span>
      </p>
      {entry.revertedTo !== null && <p className="ops-muted">{t('revertedTo', { n: entry.revertedTo })}</p>}
      {entry.importId && <p className="ops-muted">{t('byImport')}</p>}
      {entry.reason && <p className="ma-reason">“{entry.reason}”</p>}
      {entry.changes.length > 0 && (
        <dl className="ma-changes">
          {entry.changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{own(field === 'iStatus' ? 'column.iStatus' : `field.${field}`)}</dt>
              <dd>
                {before !== null && before !== undefined && (
                  <>
                    <del>{text(field, before)}</del>{' '}
                    <span aria-hidden="true" className="ops-muted">
                      →
                    </span>{' '}
                  </>
                )}
                <ins>{text(field, after) || t('blank')}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="ma-entry-acts">
        <Button size="compact-xs" variant="subtle" onClick={onSee}>
          {t('seeThen')}
        </Button>
        {onRevert && (
          <Button size="compact-xs" variant="subtle" onClick={onRevert}>
            {t('revert')}
          </Button>
        )}
        {current && <span className="ops-muted">{t('currentVersion')}</span>}
      </p>
    </li>
  );
}

function Then({
  def,
  masters,
  id,
  at,
  speech,
  onClose,
}: {
  def: MasterDef;
  masters: Masters;
  id: number;
  at: string;
  speech: Speech;
  onClose: () => void;
}): ReactNode {
  const { t } = speech;
  const record = useQuery({
    queryKey: ['master-then', def.name, id, at],
    queryFn: ({ signal }): Promise<MasterRecord> => readRecord(def.name, id, { at, signal }),
  });
  return (
    <section className="ma-then" aria-label={t('thenTitle', { time: formatInstant(at) })}>
      <p className="ma-entry-head">
        <strong>{t('thenTitle', { time: formatInstant(at) })}</strong>{' '}
        <Button size="compact-xs" variant="default" onClick={onClose}>
          {t('thenBack')}
        </Button>
      </p>
      {record.error ? (
        <p className="ops-muted">
          {failureOf(record.error).status === 404 ? t('thenNone') : failureOf(record.error).message}
        </p>
      ) : record.data ? (
        <RecordDetails
          def={def}
          masters={masters}
          through={`master-${def.kind}-${id}`}
          fields={record.data.row.fields}
          labels={record.data.labels}
          speech={speech}
        />
      ) : (
        <Skeleton rows={4} />
      )}
    </section>
  );
}
