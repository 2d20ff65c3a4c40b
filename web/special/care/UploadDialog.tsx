import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PatientHead } from '#shared/streams/care/wire.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { FileField, type SentFile } from '#web/parts/field/FileField.tsx';
import { CheckField, TextField } from '#web/parts/field/text-fields.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { PatientPicker } from './PatientPicker.tsx';
import { useCareTranslations } from './translations.ts';
import { picks, useCare, useChoices } from './use-care.ts';

const mimeOf = (name: string): string =>
  /\.pdf$/i.test(name) ? 'application/pdf' : /\.png$/i.test(name) ? 'image/png' : 'image/jpeg';

/** A report that came in: for whom, from which laboratory, and its pages. */
export function UploadDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }): ReactNode {
  const t = useCareTranslations();
  const [patient, setPatient] = useState<number | null>(null);
  const { data: head } = useCare<PatientHead>(`/care/patients/${patient}/head`, patient);
  const labs = useChoices('lab');
  const receive = useCommand('labreport', 'receive');
  const [values, setValues] = useState({
    lab: null as string | null,
    no: '',
    name: '',
    collected: null as string | null,
    reported: null as string | null,
    suspected: false,
  });
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const instant = (day: string | null, hour: string): string | null =>
    day === null
      ? null
      : new Date(Math.min(Date.parse(`${day}T${hour}+05:30`), serverClock.now() - 60_000)).toISOString();
  const send = (): ReturnType<typeof receive.run> =>
    receive.run('new', {
      patientId: patient,
      orderId: null,
      labId: Number(values.lab),
      labName: null,
      reportNo: values.no,
      collectedAt: instant(values.collected, '08:00:00'),
      reportedAt: instant(values.reported, '18:00:00'),
      patientName: values.name || head?.name,
      files: files.map(({ id, name }) => ({ fileId: id, name, mime: mimeOf(name) })),
      suspected: values.suspected,
    });
  return (
    <SendDialog
      width={760}
      title={t('newReport')}
      verb={t('save')}
      sending={receive}
      keep={patient !== null}
      wrong={{
        patientId: patient === null,
        labId: values.lab === null,
        reportNo: values.no.trim() === '',
        collectedAt: !values.collected,
        reportedAt: !values.reported,
        files: files.length === 0,
      }}
      send={send}
      onSent={onDone}
      onClose={onClose}
    >
      {(error) =>
        patient === null ? (
          <>
            <PatientPicker onPick={setPatient} autoFocus />
            {error('patientId') && (
              <p className="ops-tone-danger" role="alert">
                {error('patientId')}
              </p>
            )}
          </>
        ) : (
          <div className="care-form">
            <p className="care-wide">
              <strong>{head?.name}</strong> <span className="ops-code">{head?.ref}</span>{' '}
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  setPatient(null);
                  // They were uploaded for this patient.
                  setFiles([]);
                }}
              >
                {t('otherPatient')}
              </Button>
            </p>
            <SelectField
              label={t('lab')}
              value={values.lab}
              choices={picks(labs)}
              required
              onChange={(lab) => setValues({ ...values, lab })}
              error={error('labId')}
            />
            <TextField
              label={t('reportNo')}
              value={values.no}
              required
              onChange={(no) => setValues({ ...values, no })}
              error={error('reportNo')}
            />
            <TextField
              label={t('nameOnReport')}
              value={values.name}
              placeholder={head?.name ?? ''}
              onChange={(name) => setValues({ ...values, name })}
            />
            <DateField
              label={t('collectedOn')}
              value={values.collected}
              required
              onChange={(collected) => setValues({ ...values, collected })}
              error={error('collectedAt')}
            />
            <DateField
              label={t('reportedOn')}
              value={values.reported}
              required
              onChange={(reported) => setValues({ ...values, reported })}
              error={error('reportedAt')}
            />
            <CheckField
              label={t('suspected')}
              value={values.suspected}
              onChange={(suspected) => setValues({ ...values, suspected })}
            />
            <div className="care-wide">
              <FileField
                label={t('pages')}
                value={files}
                most={10}
                required
                onChange={setFiles}
                record={`patient-${patient}`}
                error={error('files')}
              />
            </div>
          </div>
        )
      }
    </SendDialog>
  );
}
