import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { streamName } from '#shared/core/event.ts';
import { storyKinds } from '#shared/streams/care/story.ts';
import type { LookRow, PatientHead, StoryAnswer, StoryEntry } from '#shared/streams/care/wire.ts';
import { api } from '#web/live/api.ts';
import { saveBlob } from '#web/live/save-blob.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { Timeline } from '#web/parts/timeline/Timeline.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare } from './use-care.ts';

const namespaces = [
  'vital',
  'phx',
  'laborder',
  'labreport',
  'cccase',
  'carekit',
  'patient',
  'escalation',
  'appointment',
  'customer',
  'call',
  'orientationreview',
] as const;

/** The name of an event in the words of its stream. */
export function useEventTitle(): (entry: Pick<StoryEntry, 'stream' | 'type'>) => string {
  const [
    vital,
    phx,
    laborder,
    labreport,
    cccase,
    carekit,
    patient,
    escalation,
    appointment,
    customer,
    call,
    orientationreview,
  ] = [
    useTranslations('vital').t,
    useTranslations('phx').t,
    useTranslations('laborder').t,
    useTranslations('labreport').t,
    useTranslations('cccase').t,
    useTranslations('carekit').t,
    useTranslations('patient').t,
    useTranslations('escalation').t,
    useTranslations('appointment').t,
    useTranslations('customer').t,
    useTranslations('call').t,
    useTranslations('orientationreview').t,
  ];
  const all = {
    vital,
    phx,
    laborder,
    labreport,
    cccase,
    carekit,
    patient,
    escalation,
    appointment,
    customer,
    call,
    orientationreview,
  };
  return ({ stream, type }) => {
    const name = namespaces.find((one) => one === streamName(stream));
    return name ? all[name](type) : type;
  };
}

/** Everything that happened with a patient, by kind and as of any day; and who has looked at it. */
export function StoryPanel({ head, onClose }: { head: PatientHead; onClose: () => void }): ReactNode {
  const t = useCareTranslations();
  const title = useEventTitle();
  const [off, setOff] = useState<readonly string[]>([]);
  const [asOf, setAsOf] = useState<string | null>(null);
  const [most, setMost] = useState(100);
  const [looks, setLooks] = useState(false);
  const kinds = storyKinds.filter((kind) => !off.includes(kind));
  const { data, failure, again } = useCare<StoryAnswer>(`/care/patients/${head.id}/story`, head.id, {
    kinds: kinds.join(','),
    ...(asOf ? { asOf } : {}),
    records: most,
  });
  return (
    <Panel title={`${t('story')}: ${head.name}`} width={520} onClose={onClose}>
      <div className="care-story">
        <div className="care-actions">
          <Button size="compact-xs" variant={looks ? 'default' : 'filled'} onClick={() => setLooks(false)}>
            {t('story')}
          </Button>
          <Button size="compact-xs" variant={looks ? 'filled' : 'default'} onClick={() => setLooks(true)}>
            {t('whoLooked')}
          </Button>
          <Export head={head} />
        </div>
        {looks ? (
          <Looks id={head.id} />
        ) : (
          <>
            <DateField label={t('asOf')} value={asOf} onChange={setAsOf} />
            <div className="care-chips" role="group" aria-label={t('kinds')}>
              {storyKinds.map((kind) => (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={!off.includes(kind)}
                  onClick={() =>
                    setOff(off.includes(kind) ? off.filter((one) => one !== kind) : [...off, kind])
                  }
                >
                  {t(`story.${kind}`)}
                </button>
              ))}
            </div>
            {failure && !data ? (
              <ErrorState failure={failure} onRetry={again} />
            ) : data ? (
              <Timeline
                label={t('story')}
                entries={data.rows.map((entry) => ({
                  ...entry,
                  id: String(entry.position),
                  title: title(entry),
                  kind: t(`story.${entry.kind}`),
                }))}
                empty={<EmptyState title={t('storyEmpty')}>{t('storyEmptyText')}</EmptyState>}
                more={
                  data.next !== null && most < 500 ? (
                    <Button variant="default" onClick={() => setMost(Math.min(500, most + 100))}>
                      {t('more')}
                    </Button>
                  ) : null
                }
              />
            ) : (
              <Skeleton rows={10} />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** The whole record as a file for another system; the export stands among those who looked. */
function Export({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const bundle = await api.get<object>(`/care/patients/${head.id}/fhir`);
      saveBlob(
        new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/fhir+json' }),
        `${head.ref}.fhir.json`,
      );
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button size="compact-xs" variant="default" loading={pending} onClick={() => void save()}>
        {t('export')}
      </Button>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
    </>
  );
}

function Looks({ id }: { id: number }): ReactNode {
  const t = useCareTranslations();
  const { data, failure, again } = useCare<{ rows: readonly LookRow[] }>(`/care/patients/${id}/looks`, id);
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={6} />;
  return (
    <table className="care-table">
      <thead>
        <tr>
          <th>{t('when')}</th>
          <th>{t('who')}</th>
          <th>{t('what')}</th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row) => (
          <tr key={row.id}>
            <td className="ops-figures">{formatInstant(row.at)}</td>
            <td>{row.name}</td>
            <td>
              {row.glass ? (
                <StatusWord tone="warn">{t('look.breakGlass')}</StatusWord>
              ) : (
                t(`look.${row.screen}`)
              )}
              {row.reason && <p className="ops-muted">{row.reason}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
