import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { TpdRow } from '#shared/queues/tpd-prescription-varification.ts';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { caseTypes } from '#shared/streams/prescriptions/pages.ts';
import { rxRef } from '#shared/streams/prescriptions/references.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import type { Sent } from '#web/live/send-file.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, CheckField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { AdhocPages } from '../prescription/AdhocPages.tsx';
import { PatientField } from '../prescription/PatientField.tsx';
import { UseAnyway } from '../prescription/UseAnyway.tsx';
import { useTpdTranslations } from '../tpdprescriptionvarification/translations.ts';
import '../tpdprescriptionvarification/tpd.css';

const isTpd = (row: QueueRow): row is TpdRow => 'partnerRef' in row;

/** A partner's prescription and its patient; then its pages, and on to the entry desk. */
export function TpdrxPanel({ row, working, blocked, onUnsaved }: SubjectPanelProps): ReactNode {
  const t = useTpdTranslations();
  const [again, setAgain] = useState(false);
  if (!isTpd(row)) return null;
  const off = working || row.state === 'claimed' ? blocked : t('claimFirst');
  const { patientId } = row;
  return patientId === null || again ? (
    <Match key={`m${row.version}`} row={row} off={off} onUnsaved={onUnsaved} onDone={() => setAgain(false)} />
  ) : (
    <Verify
      key={`v${patientId}`}
      row={row}
      patientId={patientId}
      off={off}
      onUnsaved={onUnsaved}
      onAnother={() => setAgain(true)}
    />
  );
}

type Part = Pick<SubjectPanelProps, 'onUnsaved'> & { readonly row: TpdRow; readonly off: string | null };

function Match({ row, off, onUnsaved, onDone }: Part & { readonly onDone: () => void }): ReactNode {
  const t = useTpdTranslations();
  const match = useCommand('tpdrx', 'match');
  const [patient, setPatient] = useState<FoundPatient | null>(null);
  const [reason, setReason] = useState('');
  const { failure } = match;
  const why = reason.trim();
  const send = async (): Promise<void> => {
    if (!patient) return;
    const { patientId, customerId } = patient;
    const done = await match.run(row.id, { patientId, customerId, ...(why === '' ? {} : { reason: why }) });
    if (!done) return;
    onUnsaved(false);
    onDone();
  };
  const fieldError = (field: string): string | null => (failure?.field === field ? failure.message : null);
  return (
    <section className="tp-work" aria-label={t('whose')}>
      <PatientField
        value={patient}
        error={fieldError('patientId')}
        onChange={(next) => {
          match.dismiss();
          setPatient(next);
          onUnsaved(next !== null);
        }}
      />
      <AreaField
        label={t('why')}
        value={reason}
        maxLength={250}
        error={fieldError('reason')}
        onChange={(next) => {
          match.dismiss();
          setReason(next);
        }}
      />
      {failure && failure.field !== 'patientId' && failure.field !== 'reason' && (
        <InlineError failure={failure} onDismiss={match.dismiss} />
      )}
      <ActionButton
        primary
        label={t('match')}
        pending={match.pending}
        disabled={off ?? (patient === null ? t('whose') : null)}
        onClick={() => void send()}
      />
    </section>
  );
}

function Verify({
  row,
  patientId,
  off,
  onUnsaved,
  onAnother,
}: Part & { readonly patientId: number; readonly onAnother: () => void }): ReactNode {
  const t = useTpdTranslations();
  const verify = useCommand('tpdrx', 'verify');
  const [files, setFiles] = useState<readonly Sent[]>([]);
  const [kind, setKind] = useState<string | null>(null);
  const [agreed, setAgreed] = useState(false);
  const lacking =
    files.length === 0 ? t('addPages') : kind === null ? t('caseType') : agreed ? null : t('agreed');
  const send = async (anyway = false): Promise<void> => {
    const fileIds = files.map(({ fileId }) => fileId);
    const done = await verify.run(row.id, { caseType: kind, fileIds, agreed, anyway });
    if (!done) return;
    onUnsaved(false);
    toast({ text: t('verified', { ref: rxRef(Number(done['prescriptionId'])) }), tone: 'ok' });
  };
  return (
    <section className="tp-work" aria-label={t('verify')}>
      <AdhocPages
        patientId={patientId}
        files={files}
        label={t('addPages')}
        off={off}
        onChange={(next) => {
          verify.dismiss();
          setFiles(next);
          onUnsaved(next.length > 0);
        }}
      />
      <SelectField
        label={t('caseType')}
        value={kind}
        required
        choices={caseTypes.map((value) => ({ value, label: t(`caseType.${value}`) }))}
        onChange={setKind}
      />
      <CheckField label={t('agreed')} value={agreed} onChange={setAgreed} />
      {verify.failure && <InlineError failure={verify.failure} onDismiss={verify.dismiss} />}
      <UseAnyway failure={verify.failure} onConfirm={() => void send(true)} />
      <span className="tp-actions">
        <ActionButton
          primary
          label={t('verify')}
          pending={verify.pending}
          disabled={off ?? lacking}
          onClick={() => void send()}
        />
        <ActionButton label={t('another')} disabled={off} onClick={onAnother} />
      </span>
    </section>
  );
}
