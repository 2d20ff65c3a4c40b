import { useState } from 'react';
import type { ReactNode } from 'react';
import type { VerbalRow } from '#shared/feeds/adhoc-waiting.ts';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import type { Sent } from '#web/live/send-file.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { formatAge } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { AdhocForm } from './AdhocForm.tsx';
import { AdhocPages } from './AdhocPages.tsx';
import { PatientField } from './PatientField.tsx';
import { useAdhocTranslations } from './adhoc-translations.ts';
import { UseAnyway } from './UseAnyway.tsx';
import './prescription.css';

/** Prescriptions outside the monthly cycle; above them, verbal ones that wait for their document. */
export function AdhocScreen(): ReactNode {
  const t = useAdhocTranslations();
  const person = usePerson();
  const online = useOnline();
  const [patient, setPatient] = useState<FoundPatient | null>(null);
  const [entry, setEntry] = useState(0);
  if (!hasRight(person, 'Prescription/AdhocPrescription:view'))
    return <DeniedState title={t('deniedTitle')} />;
  const off = !hasRight(person, 'Prescription/AdhocPrescription:create')
    ? t('readOnly')
    : online
      ? null
      : t('offline');
  return (
    <div className="rx-screen">
      <Waiting off={off} />
      <div className="rx-pick">
        <PatientField value={patient} onChange={setPatient} />
      </div>
      {patient === null ? (
        <EmptyState title={t('start')}>{t('startText')}</EmptyState>
      ) : (
        <AdhocForm
          key={`${patient.patientId} ${entry}`}
          patient={patient}
          off={off}
          onDone={() => {
            setPatient(null);
            setEntry(entry + 1);
          }}
        />
      )}
    </div>
  );
}

type LiveRow = VerbalRow & Row;

function Waiting({ off }: { readonly off: string | null }): ReactNode {
  const t = useAdhocTranslations();
  const feed = useFeed<LiveRow>('list/adhocWaiting');
  const rows = useFeedRows(feed.rows).toSorted((a, b) => a.until.localeCompare(b.until));
  if (rows.length === 0) return null;
  return (
    <section className="rx-part" aria-label={t('waiting')}>
      <h3>
        {t('waiting')} <span className="ops-muted ops-figures">{rows.length}</span>
      </h3>
      <ul className="rx-questions">
        {rows.map((row) => (
          <WaitingRow key={row.id} row={row} off={off} />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ row, off }: { readonly row: LiveRow; readonly off: string | null }): ReactNode {
  const t = useAdhocTranslations();
  const now = useServerSecond();
  const add = useCommand('prescription', 'addImage');
  const [files, setFiles] = useState<readonly Sent[]>([]);
  const left = Date.parse(row.until) - now;
  const send = async (pages: readonly Sent[], anyway = false): Promise<void> => {
    setFiles(pages);
    const done = await add.run(row.id, { fileIds: pages.map(({ fileId }) => fileId), anyway });
    if (done) toast({ text: t('paperAdded', { ref: row.ref }), tone: 'ok' });
  };
  return (
    <li className="rx-question">
      <span>
        <span className="ops-code">{row.ref}</span> <b>{row.patient}</b>{' '}
        <span className="ops-muted">{t('byWordOf', { doctor: row.doctor, name: row.enteredBy })}</span>{' '}
        <span className={left < 3 * 3_600_000 ? 'ops-tone-danger' : 'ops-tone-warn'}>
          {t('lapsesIn', { time: formatAge(Math.max(0, left)) })}
        </span>
      </span>
      <AdhocPages
        patientId={row.patientId}
        files={[]}
        label={t('addPaper')}
        off={off}
        onChange={(pages) => void send(pages)}
      />
      {add.failure && <InlineError failure={add.failure} onDismiss={add.dismiss} />}
      <UseAnyway failure={add.failure} onConfirm={() => void send(files, true)} />
    </li>
  );
}
