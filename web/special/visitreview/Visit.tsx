import type { ReactNode } from 'react';
import type { VisitFace } from '#shared/streams/leads/visitreview/state.ts';
import { FileList } from '#web/parts/FileList.tsx';
import { PlaceMap } from '#web/parts/map/PlaceMap.tsx';
import { formatInstant, formatTime } from '#web/locales/formats.ts';
import { useVisitTranslations, type VisitKey } from './translations.ts';
import './visitreview.css';

const vitalKeys = ['systolic', 'pulse', 'spo2', 'temperatureC', 'glucose', 'weightKg'] as const;

function minutesLate({ startedAt, slotAt }: VisitFace): number | null {
  return startedAt === null ? null : Math.round((Date.parse(startedAt) - Date.parse(slotAt)) / 60_000);
}

/** The record of the visit: time and place of its start, outcome, measurements and photos. */
export function Visit({ face, id }: { face: VisitFace; id: string }): ReactNode {
  const t = useVisitTranslations();
  const late = minutesLate(face);
  const { outcome, vitals } = face;
  return (
    <>
      <dl className="vr-facts">
        <Fact label={t('visitor')}>{face.visitor.name}</Fact>
        <Fact label={t('customer')}>
          {face.customer} <span className="ops-code ops-muted">{face.who}</span>
        </Fact>
        <Fact label={t('slot')}>{formatInstant(face.slotAt)}</Fact>
        <Fact label={t('begun')}>
          {face.startedAt ? formatTime(face.startedAt) : '–'}
          {late !== null && late !== 0 && (
            <span className={Math.abs(late) > 15 ? 'ops-tone-warn' : 'ops-muted'}>
              {' '}
              {t(late > 0 ? 'late' : 'early', { n: Math.abs(late) })}
            </span>
          )}
        </Fact>
        <Fact label={t('lasted')}>{t('minutes', { n: face.minutes })}</Fact>
        <Fact label={t('result')}>{t(`result.${outcome.result}`)}</Fact>
        {outcome.followUpOn && (
          <Fact label={t('followUpOn')}>{outcome.followUpOn.split('-').reverse().join('-')}</Fact>
        )}
        {outcome.attended !== '' && <Fact label={t('attended')}>{outcome.attended}</Fact>}
        {outcome.notes !== '' && (
          <Fact label={t('notes')} wide>
            {outcome.notes}
          </Fact>
        )}
        {outcome.topics.length > 0 && (
          <Fact label={t('topics')} wide>
            {outcome.topics.map((topic) => t(`topic.${topic}`)).join(', ')}
          </Fact>
        )}
        {vitals && (
          <Fact label={t('vitals')} wide>
            <span className="ops-figures">
              {vitalKeys
                .flatMap((key) => {
                  const value = vitals[key];
                  if (value === undefined) return [];
                  const text = key === 'systolic' ? `${value}/${vitals.diastolic ?? '–'}` : String(value);
                  return [`${t(`vital.${key}` as VisitKey)} ${text}`];
                })
                .join(' · ')}
            </span>
          </Fact>
        )}
      </dl>
      {face.place?.lat != null && <PlaceMap place={face.place} position={face.startPosition} />}
      <h3 className="vr-head">{t('photos', { n: face.files.length })}</h3>
      {face.files.length === 0 ? (
        <p className="ops-muted vr-plain">{t('noPhotos')}</p>
      ) : (
        <FileList files={face.files} through={`visitreview-${id}`} />
      )}
    </>
  );
}

function Fact({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
