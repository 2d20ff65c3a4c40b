import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { channels } from '#shared/streams/prescriptions/upload/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { PatientField } from './PatientField.tsx';
import { useUploadTranslations } from './upload-translations.ts';

/** Opens a session: its patient, and the source of the pages. */
export function NewUpload({
  off,
  onOpened,
  onClose,
}: {
  readonly off: string | null;
  readonly onOpened: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useUploadTranslations();
  const open = useCommand('prescriptionuploadsession', 'open');
  const [patient, setPatient] = useState<FoundPatient | null>(null);
  const [channel, setChannel] = useState<string>('agent');
  const send = async (): Promise<void> => {
    if (!patient) return;
    const answer = await open.run('new', {
      patientId: patient.patientId,
      customerId: patient.customerId,
      channel,
    });
    if (answer) onOpened(answer.id);
  };
  const own = open.failure?.field === 'patientId' ? open.failure.message : null;
  return (
    <Panel
      title={t('new')}
      width={460}
      onClose={onClose}
      foot={
        <ActionButton
          primary
          label={t('open')}
          pending={open.pending}
          disabled={off ?? (patient ? null : t('open'))}
          onClick={() => void send()}
        />
      }
    >
      <div className="up-form">
        <PatientField value={patient} onChange={(next) => (open.dismiss(), setPatient(next))} error={own} />
        <SelectField
          label={t('channel')}
          value={channel}
          required
          choices={channels.map((value) => ({ value, label: t(`channel.${value}`) }))}
          onChange={(value) => setChannel(value ?? 'agent')}
        />
        {open.failure && !own && (
          <InlineError
            failure={open.failure}
            onDismiss={open.dismiss}
            {...(open.failure.again ? { onRetry: () => void open.retry() } : {})}
          />
        )}
      </div>
    </Panel>
  );
}
