import type { ReactNode } from 'react';
import type { DocumentChange, DocumentMoment } from '#shared/families/document-wire.ts';
import type { DocumentDef, DocumentField } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useStepBy } from '#web/parts/step-by.ts';
import { formatDate, formatInstant, formatMoney, formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { useDocumentTranslations, type SayDocument } from './translations.ts';

/** The history of the document, newest first, with the changes of each step. */
export function History({
  def,
  id,
  version,
  own,
}: {
  def: DocumentDef;
  id: string;
  version: number;
  own: Translate;
}): ReactNode {
  const t = useDocumentTranslations();
  const stepBy = useStepBy();
  const { data, error, refetch } = useQuery({
    queryKey: ['document-history', def.name, id, version],
    queryFn: ({ signal }) =>
      api.get<{ moments: readonly DocumentMoment[] }>(`/documents-history/${def.name}/${id}`, { signal }),
  });
  if (error && !data) return <InlineError failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  return (
    <ol className="do-history">
      {data.moments.map((moment) => (
        <li key={moment.version}>
          <p>
            <b>{own(moment.type)}</b> <span className="ops-muted">{stepBy(moment.by)}</span>{' '}
            <span className="ops-muted ops-figures">{formatInstant(moment.at)}</span>
          </p>
          {moment.note && <p className="ops-muted">{moment.note}</p>}
          {moment.changes.length > 0 && (
            <ul>
              {moment.changes.slice(0, 12).map((change, i) => (
                <li key={i}>
                  {change.line !== null && (
                    <span className="ops-muted">
                      {change.line}. {change.what}{' '}
                    </span>
                  )}
                  {change.field === 'added' ? (
                    t('added')
                  ) : change.field === 'removed' ? (
                    t('removed')
                  ) : (
                    <Change change={change} def={def} own={own} t={t} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Change({
  change,
  def,
  own,
  t,
}: {
  change: DocumentChange;
  def: DocumentDef;
  own: Translate;
  t: SayDocument;
}): ReactNode {
  const place = change.line === null ? 'header' : 'line';
  const field = (change.line === null ? def.header : def.lines).find(({ name }) => name === change.field);
  const label = own(`${place}.${change.field}`);
  return (
    <>
      {label === `${place}.${change.field}` ? change.field : label}:{' '}
      <s className="ops-muted">{valueText(field, change.before, own, t)}</s> →{' '}
      {valueText(field, change.after, own, t)}
    </>
  );
}

function valueText(field: DocumentField | undefined, value: unknown, own: Translate, t: SayDocument): string {
  if (value === null || value === undefined || value === '') return t('nothing');
  switch (field?.kind) {
    case 'money':
      return formatMoney(Number(value));
    case 'percent':
      return `${formatNumber(Number(value) / 100)} %`;
    case 'date':
    case 'month':
      return formatDate(String(value));
    case 'choice':
      return own(`${field.of ?? field.name}.${String(value)}`);
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
