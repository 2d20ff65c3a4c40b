import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import { shareChannels } from '#shared/streams/care/lab/labreport-state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { FilePreview } from '#web/parts/FilePreview.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare } from './use-care.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

/** A report with its paper and its results; a verified one is sent from here. */
export function ReportDialog({
  id,
  onClose,
  onChanged,
}: {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const frame = useFrame();
  const lab = useTranslations('labreport').t;
  const person = usePerson();
  const share = useCommand('labreport', 'share');
  const { data, failure, again } = useCare<Kept<LabReportState>>(`/care/lab-reports/${id}`, 0);
  const [wrong, setWrong] = useState(false);
  const state = data?.state;
  const report = state?.report;
  const send = (channel: string): void =>
    void share.run(id, { channel }).then((done) => {
      if (!done) return;
      again();
      onChanged();
    });
  const maySend =
    state?.stage === 'verified' &&
    (hasRight(person, 'Out Bound/LabTestReports:create') ||
      hasRight(person, 'Out Bound/LabTestReports:edit'));
  const mayWithdraw =
    state?.stage === 'verified' &&
    (hasRight(person, 'Prescription/labReportsDigitization:approve') ||
      hasRight(person, 'Prescription/DoctorView:approve'));
  return (
    <Dialog
      open
      width={920}
      onClose={onClose}
      title={report ? `${report.ref} · ${report.ourName}` : t('report')}
      actions={
        <>
          {mayWithdraw && (
            <Button variant="default" onClick={() => setWrong(true)}>
              {t('inError')}
            </Button>
          )}
          {maySend &&
            shareChannels.map((channel) => (
              <Button key={channel} variant="default" loading={share.pending} onClick={() => send(channel)}>
                {t('sendBy', { channel: lab(`channel.${channel}`) })}
              </Button>
            ))}
          <Button onClick={onClose}>{frame('close')}</Button>
        </>
      }
    >
      {failure && !data && <ErrorState failure={failure} onRetry={again} />}
      {!data && !failure && <Skeleton rows={8} />}
      {report && state && (
        <div className="care-part">
          <p>
            <StatusWord tone={state.stage === 'verified' ? 'ok' : 'warn'}>
              {lab(`stage.${state.stage}`)}
            </StatusWord>{' '}
            {report.labName} · {report.reportNo} · {formatInstant(report.reportedAt)} · {report.patientName}
          </p>
          <p className="ops-muted">
            {[
              state.digitizer && t('digitizedBy', { name: state.digitizer.name }),
              state.verifier && t('verifiedBy', { name: state.verifier.name }),
              ...state.shared.map(({ channel, at }) => `${lab(`channel.${channel}`)} ${formatInstant(at)}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ResultsTable results={state.results} />
          {report.files.map((file) => (
            <FilePreview key={file.fileId} file={file} through={`labreport-${id}`} />
          ))}
          {share.failure && <InlineError failure={share.failure} />}
        </div>
      )}
      {wrong && data && (
        <WithdrawForm
          aggregate="labreport"
          id={id}
          version={data.version}
          name={report?.ref ?? ''}
          onClose={() => setWrong(false)}
          onDone={() => {
            setWrong(false);
            again();
            onChanged();
          }}
        />
      )}
    </Dialog>
  );
}
