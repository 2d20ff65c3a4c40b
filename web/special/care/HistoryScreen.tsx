import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { historyKinds, type HistoryItem, type HistoryKind } from '#shared/streams/care/history/items.ts';
import type { HistoryRow, PatientHead } from '#shared/streams/care/wire.ts';
import { formatDate } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { HistoryForm } from './HistoryForm.tsx';
import { PatientFrame } from './PatientFrame.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare } from './use-care.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

export function HistoryScreen(): ReactNode {
  return <PatientFrame>{(head) => <History head={head} />}</PatientFrame>;
}

/** What is shown beside the name: everything said of the item in a line. */
function details(item: HistoryItem, t: (key: string) => string): string {
  const parts: (string | null | undefined)[] = [];
  if ('clinicalStatus' in item)
    parts.push(t(`status.${item.clinicalStatus}`), t(`verification.${item.verificationStatus}`));
  if ('onsetDate' in item)
    parts.push(item.onsetDate && `${item.onsetDate} –${item.abatementDate ? ` ${item.abatementDate}` : ''}`);
  switch (item.kind) {
    case 'allergy':
      parts.push(
        item.iAllergyTypeId === null ? null : t(`allergyType.${item.iAllergyTypeId}`),
        item.criticality && t(`criticality.${item.criticality}`),
      );
      parts.push(
        item.reactions
          .map(({ manifestation, severity }) => `${manifestation} (${t(`reaction.${severity}`)})`)
          .join(', '),
      );
      break;
    case 'adherence':
      parts.push(item.month, `${item.taken}/${item.due}`, item.reason);
      break;
    case 'family':
      parts.push(t(`relation.${item.relation}`), item.ageOfOnset === null ? null : String(item.ageOfOnset));
      break;
    case 'doctorVisit':
      parts.push(item.visitDate, item.advice, item.nextDate && `→ ${item.nextDate}`);
      break;
    case 'hopi':
      parts.push(item.complaint, item.onset, item.duration, item.character);
      break;
    case 'observation':
    case 'lifestyle':
      parts.push(item.text);
      break;
    case 'surgery':
      parts.push(item.date, item.outcome, item.complication);
      break;
    case 'imaging':
    case 'otherTest':
      parts.push(item.date, item.finding);
      break;
    default:
      break;
  }
  return parts.filter(Boolean).join(' · ');
}

function History({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const phx = useTranslations('phx').t;
  const person = usePerson();
  const { data, failure, again } = useCare<{ rows: readonly HistoryRow[] }>(
    `/care/patients/${head.id}/history`,
    head.id,
  );
  const [adding, setAdding] = useState<HistoryKind | null>(null);
  const [changing, setChanging] = useState<HistoryRow | null>(null);
  const [wrong, setWrong] = useState<HistoryRow | null>(null);
  const mayAdd = hasRight(person, 'Prescription/personalHistory:create') && !head.diedOn && !head.glassUntil;
  const mayEdit = hasRight(person, 'Prescription/personalHistory:edit') && !head.glassUntil;
  useCommands([
    {
      id: 'care.add',
      label: t('add'),
      keys: 'a',
      scope: 'screen',
      permitted: mayAdd,
      run: () => setAdding('diagnosis'),
    },
  ]);
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={12} />;
  const done = (): void => {
    setAdding(null);
    setChanging(null);
    setWrong(null);
    again();
  };
  return (
    <>
      {historyKinds.map((kind) => {
        const rows = data.rows.filter(({ state }) => state.kind === kind);
        return (
          <section key={kind} className="care-part" aria-label={phx(`kind.${kind}`)}>
            <h3>
              {phx(`kind.${kind}`)}{' '}
              <span className="ops-muted">
                {rows.filter(({ state }) => state.status === 'recorded').length || '–'}
              </span>{' '}
              {mayAdd && (
                <Button size="compact-xs" variant="default" onClick={() => setAdding(kind)}>
                  {t('add')}
                </Button>
              )}
            </h3>
            {rows.length > 0 && (
              <table className="care-table">
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.stream} data-void={row.state.status === 'enteredInError' || undefined}>
                      <td style={{ width: '26%' }}>
                        <strong>
                          {row.state.item?.kind === 'allergy' && row.state.item.none
                            ? phx('none')
                            : row.state.name}
                        </strong>
                      </td>
                      <td>
                        {row.state.item && details(row.state.item, phx)}
                        {row.state.reason && <p>{row.state.reason}</p>}
                      </td>
                      <td className="ops-muted" style={{ width: 170 }}>
                        {row.state.by?.name}, {formatDate(row.beganAt)}
                      </td>
                      <td style={{ width: 190 }}>
                        {mayEdit && row.state.status === 'recorded' && (
                          <span className="care-actions">
                            {kind !== 'observation' && (
                              <Button size="compact-xs" variant="default" onClick={() => setChanging(row)}>
                                {t('change')}
                              </Button>
                            )}
                            <Button size="compact-xs" variant="default" onClick={() => setWrong(row)}>
                              {t('inError')}
                            </Button>
                          </span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        );
      })}
      {(adding || changing) && (
        <HistoryForm
          key={changing?.stream ?? adding}
          patient={head.id}
          kind={changing?.state.kind ?? adding ?? 'diagnosis'}
          row={changing}
          onDone={done}
          onClose={() => {
            setAdding(null);
            setChanging(null);
          }}
        />
      )}
      {wrong && (
        <WithdrawForm
          aggregate="phx"
          id={wrong.id}
          version={wrong.version}
          name={wrong.state.name}
          onDone={done}
          onClose={() => setWrong(null)}
        />
      )}
    </>
  );
}
