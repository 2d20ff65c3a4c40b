import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { namesAlike, alikeEnough } from '#shared/streams/care/clinical/names-alike.ts';
import { unitsFor } from '#shared/streams/care/clinical/units.ts';
import { assayUnits } from '#shared/streams/care/lab/assays.ts';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { FilePreview } from '#web/parts/FilePreview.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { ResultsTable } from '../care/ResultsTable.tsx';
import { useCareTranslations } from '../care/translations.ts';
import { picks, useCare, useChoices } from '../care/use-care.ts';
import '../care/care.css';

interface Line {
  readonly assay: string | null;
  readonly value: number | null;
  readonly text: string;
  readonly unit: string | null;
  readonly low: number | null;
  readonly high: number | null;
}
const blank: Line = { assay: null, value: null, text: '', unit: null, low: null, high: null };

/** The document beside its values: typed by one person, verified against the document by another. */
export function LabreportPanel(props: SubjectPanelProps): ReactNode {
  const { row } = props;
  const t = useCareTranslations();
  const { data, failure, again } = useCare<Kept<LabReportState>>(`/care/lab-reports/${row.id}`, 0);
  useEffect(() => again(), [row.version]); // oxlint-disable-line react/exhaustive-deps -- read again when the row moved on
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  const report = data?.state.report;
  if (!data || !report) return <Skeleton rows={8} />;
  const { stage, results, sentBack } = data.state;
  return (
    <div className="care-part">
      <p>
        <strong>{report.patientName}</strong> <span className="ops-muted">{t('onReport')}</span> ·{' '}
        {report.ourName} <span className="ops-muted">{t('ours')}</span>
        <br />
        {report.labName} · {report.reportNo} · {formatInstant(report.collectedAt)} →{' '}
        {formatInstant(report.reportedAt)}
      </p>
      {sentBack && <p className="care-alarm">{t('returned', { text: sentBack })}</p>}
      {report.files.map((file) => (
        <FilePreview key={file.fileId} file={file} through={`labreport-${row.id}`} />
      ))}
      {stage === 'inDigitization' && props.working ? (
        <Digitize {...props} state={data.state} onDone={again} />
      ) : (
        <ResultsTable results={results} />
      )}
      {stage === 'inCheck' && props.working && <Check {...props} state={data.state} onDone={again} />}
    </div>
  );
}

function Digitize({
  row,
  state,
  blocked,
  onUnsaved,
  onDone,
}: SubjectPanelProps & { state: LabReportState; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const assays = useChoices('assay');
  const [lines, setLines] = useState<readonly Line[]>(() =>
    state.results.length > 0
      ? state.results.map((one) => ({
          assay: String(one.assayId),
          value: one.original.value,
          text: one.text ?? '',
          unit: one.original.unit,
          low: one.labLow,
          high: one.labHigh,
        }))
      : [blank],
  );
  const save = useCommand('labreport', 'saveDraft');
  const submit = useCommand('labreport', 'submitDigitization');
  const put = (at: number, change: Partial<Line>): void => {
    onUnsaved(true);
    setLines(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  };
  const loincOf = (assay: string | null): string =>
    String(assays.find(({ id }) => String(id) === assay)?.fields['vLoinc'] ?? '');
  const unitsOf = (assay: string | null): readonly string[] =>
    unitsFor(loincOf(assay), assayUnits[loincOf(assay)] ?? '');
  const results = lines.flatMap(({ assay, value, text, unit, low, high }) =>
    assay === null
      ? []
      : [
          {
            assayId: Number(assay),
            value,
            text: text === '' ? null : text,
            unit: unit ?? unitsOf(assay)[0] ?? null,
            labLow: low,
            labHigh: high,
          },
        ],
  );
  const after = (done: unknown): void => {
    if (!done) return;
    onUnsaved(false);
    onDone();
  };
  const failure = submit.failure ?? save.failure;
  return (
    <form
      className="care-part"
      onSubmit={(event) => {
        event.preventDefault();
        void submit.run(row.id, { results }).then(after);
      }}
    >
      {lines.map((line, at) => (
        <div key={at} className="care-form">
          <SelectField
            label={t('assay')}
            value={line.assay}
            choices={picks(assays)}
            autoFocus={at === lines.length - 1}
            onChange={(assay) => put(at, { assay, unit: unitsOf(assay)[0] ?? null })}
          />
          <NumberField
            label={t('value')}
            value={line.value}
            decimals={3}
            onChange={(value) => put(at, { value })}
          />
          <SelectField
            label={t('unit')}
            value={line.unit}
            choices={unitsOf(line.assay)
              .filter(Boolean)
              .map((one) => ({ value: one, label: one }))}
            onChange={(unit) => put(at, { unit })}
          />
          <TextField label={t('inWords')} value={line.text} onChange={(text) => put(at, { text })} />
          <NumberField
            label={t('labLow')}
            value={line.low}
            decimals={2}
            onChange={(low) => put(at, { low })}
          />
          <NumberField
            label={t('labHigh')}
            value={line.high}
            decimals={2}
            onChange={(high) => put(at, { high })}
          />
        </div>
      ))}
      <div className="care-actions">
        <Button variant="default" onClick={() => setLines([...lines, blank])}>
          {t('addResult')}
        </Button>
        <Button
          variant="default"
          loading={save.pending}
          disabled={results.length === 0 || blocked !== null}
          onClick={() => void save.run(row.id, { results }).then(after)}
        >
          {t('saveDraft')}
        </Button>
        <Button
          type="submit"
          loading={submit.pending}
          disabled={results.length === 0 || blocked !== null}
          title={blocked ?? undefined}
        >
          {t('submitDigitized')}
        </Button>
      </div>
      {failure && <InlineError failure={failure} />}
    </form>
  );
}

function Check({
  row,
  state,
  blocked,
  onDone,
}: SubjectPanelProps & { state: LabReportState; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const verify = useCommand('labreport', 'verify');
  const [reason, setReason] = useState('');
  const { report } = state;
  const other = report !== null && namesAlike(report.patientName, report.ourName) < alikeEnough;
  return (
    <div className="care-section">
      {other && (
        <TextField
          label={t('nameReason')}
          hint={t('nameReasonHint')}
          value={reason}
          onChange={setReason}
          required
        />
      )}
      <div className="care-actions">
        <Button
          loading={verify.pending}
          disabled={blocked !== null || (other && reason.trim().length < 5)}
          title={blocked ?? undefined}
          onClick={() =>
            void verify
              .run(row.id, reason.trim() ? { nameReason: reason } : {})
              .then((done) => done && onDone())
          }
        >
          {t('verify')}
        </Button>
      </div>
      {verify.failure && <InlineError failure={verify.failure} />}
    </div>
  );
}
