import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  leafletLanguages,
  printable,
  type Leaflet,
  type LeafletLanguage,
  type LeafletsAnswer,
} from '#shared/streams/prescriptions/leaflets.ts';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { fetchPdf } from '#web/live/fetch-pdf.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { PatientField } from '../PatientField.tsx';
import { usePilTranslations } from './translations.ts';
import '../prescription.css';
import './pil.css';

/** The leaflets of a patient's current medicines, in their language; missing ones are marked. */
export function PilScreen(): ReactNode {
  const t = usePilTranslations();
  const person = usePerson();
  const [patient, setPatient] = useState<FoundPatient | null>(null);
  const [language, setLanguage] = useState<LeafletLanguage | null>(null);
  const query = useQuery({
    queryKey: ['leaflets', patient?.patientId ?? 0, language],
    enabled: patient !== null,
    queryFn: ({ signal }) =>
      api.get<LeafletsAnswer>(`/care/patients/${patient?.patientId ?? 0}/leaflets`, {
        ...(language ? { query: { language } } : {}),
        signal,
      }),
    staleTime: 0,
  });
  if (!hasRight(person, 'Prescription/pilPrint:view')) return <DeniedState title={t('deniedTitle')} />;
  const { data } = query;
  return (
    <div className="rx-screen">
      <div className="rx-pick pil-tools">
        <PatientField
          value={patient}
          onChange={(next) => {
            setPatient(next);
            setLanguage(null);
          }}
        />
        {data && data.leaflets.length > 0 && <Tools data={data} onLanguage={(next) => setLanguage(next)} />}
      </div>
      {patient === null ? (
        <EmptyState title={t('start')}>{t('startText')}</EmptyState>
      ) : query.isError ? (
        <ErrorState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton rows={8} />
      ) : data.leaflets.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      ) : (
        <div className="pil-list">
          {data.leaflets.map((leaflet) => (
            <LeafletPage key={leaflet.moleculeId} leaflet={leaflet} language={data.language} />
          ))}
        </div>
      )}
    </div>
  );
}

function Tools({
  data,
  onLanguage,
}: {
  readonly data: LeafletsAnswer;
  readonly onLanguage: (language: LeafletLanguage) => void;
}): ReactNode {
  const t = usePilTranslations();
  const [pending, setPending] = useState(false);
  const written = data.leaflets.filter(({ text }) => text !== null);
  const missing = data.leaflets.length - written.length;
  const nothing = written.length === 0 ? t('nothing') : null;
  const canPdf = written.every(({ text }) => printable(text ?? ''));
  const pdf = async (): Promise<void> => {
    setPending(true);
    try {
      const blob = await fetchPdf(`/care/patients/${data.patientId}/leaflets/pdf`, {
        language: data.language,
      });
      window.open(URL.createObjectURL(blob), '_blank', 'noopener');
    } catch {
      toast({ text: t('pdfFailed'), tone: 'warn' });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <SelectField
        label={t('language')}
        value={data.language}
        required
        choices={leafletLanguages.map((value) => ({
          value,
          label: value === data.own ? `${t(`language.${value}`)} · ${t('own')}` : t(`language.${value}`),
        }))}
        onChange={(value) => {
          const next = leafletLanguages.find((one) => one === value);
          if (next) onLanguage(next);
        }}
      />
      <ActionButton primary label={t('print')} disabled={nothing} onClick={() => window.print()} />
      <ActionButton
        label={t('pdf')}
        pending={pending}
        disabled={nothing ?? (canPdf ? null : t('pdfLetters'))}
        onClick={() => void pdf()}
      />
      {missing > 0 && (
        <StatusWord tone="warn">{t('missingN', { n: missing, count: data.leaflets.length })}</StatusWord>
      )}
    </>
  );
}

function LeafletPage({
  leaflet,
  language,
}: {
  readonly leaflet: Leaflet;
  readonly language: LeafletLanguage;
}): ReactNode {
  const t = usePilTranslations();
  const { inn, drugs, text, version, languages } = leaflet;
  return (
    <article className="pil-page" data-missing={text === null || undefined}>
      <h2>{inn}</h2>
      <p className="ops-muted">{drugs.map(({ name, ref }) => `${name} (${ref})`).join(', ')}</p>
      {text === null ? (
        <p className="ops-tone-warn">
          {t('missing')}.{' '}
          {languages.length === 0
            ? t('nowhere')
            : t('there', { languages: languages.map((one) => t(`language.${one}`)).join(', ') })}
        </p>
      ) : (
        <>
          <p className="pil-text" lang={language}>
            {text}
          </p>
          <p className="ops-muted">{t('version', { n: version ?? 1 })}</p>
        </>
      )}
    </article>
  );
}
