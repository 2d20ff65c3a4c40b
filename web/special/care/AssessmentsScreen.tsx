import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { caseStages } from '#shared/streams/care/cccase/cccase.machine.ts';
import { sections } from '#shared/streams/care/cccase/sections.ts';
import type { AssessmentRow, MonthAnswer } from '#shared/streams/care/wire.ts';
import { formatDate } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { KitAfter } from './KitAfter.tsx';
import { AssessmentEditor } from './AssessmentEditor.tsx';
import { KitSteps } from './CaseSteps.tsx';
import { DoctorDecision } from './DoctorDecision.tsx';
import { useCareTranslations } from './translations.ts';
import { picks, useCare, useChoices } from './use-care.ts';
import './care.css';

/** The assessments of a month: how far each is, and the editor beside the list. */
export function AssessmentsScreen(): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('cccase').t;
  const person = usePerson();
  const tiers = useChoices('careTier');
  const [asked, setAsked] = useState({
    month: '',
    tier: null as string | null,
    stage: null as string | null,
    q: '',
  });
  const { data, failure, again } = useCare<{ month: string; rows: readonly AssessmentRow[] }>(
    '/care/assessments',
    0,
    {
      ...(/^\d{4}-\d{2}$/.test(asked.month) ? { month: asked.month } : {}),
      ...(asked.tier ? { tier: asked.tier } : {}),
      ...(asked.stage ? { stage: asked.stage } : {}),
      q: asked.q,
    },
  );
  const [open, setOpen] = useState<AssessmentRow | null>(null);
  if (!hasRight(person, 'Prescription/monthlyAssessments:view')) return <DeniedState />;
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={12} />;
  return (
    <div className="care-frame">
      <div className="care-body">
        <div className="care-form">
          <TextField
            label={t('month')}
            value={asked.month}
            placeholder={data.month}
            onChange={(month) => setAsked({ ...asked, month })}
          />
          <SelectField
            label={t('tier')}
            value={asked.tier}
            choices={picks(tiers)}
            placeholder={t('all')}
            onChange={(tier) => setAsked({ ...asked, tier })}
          />
          <SelectField
            label={t('stage')}
            value={asked.stage}
            choices={caseStages
              .filter((one) => one !== 'none')
              .map((one) => ({ value: one, label: words(`stage.${one}`) }))}
            placeholder={t('all')}
            onChange={(stage) => setAsked({ ...asked, stage })}
          />
          <TextField label={t('patient')} value={asked.q} onChange={(q) => setAsked({ ...asked, q })} />
        </div>
        {data.rows.length === 0 ? (
          <EmptyState title={t('noAssessments')}>{t('noAssessmentsText')}</EmptyState>
        ) : (
          <table className="care-table">
            <thead>
              <tr>
                <th>{t('patient')}</th>
                <th>{t('stage')}</th>
                <th>{t('written')}</th>
                <th>{t('carriedShort')}</th>
                <th>{t('due')}</th>
                <th>{t('kit')}</th>
                <th>{t('owner')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <button type="button" className="qu-ref" onClick={() => setOpen(row)}>
                      <strong>{row.patient}</strong>
                    </button>
                  </td>
                  <td>
                    <StatusWord tone={row.stage === 'closed' ? 'muted' : 'info'}>
                      {words(`stage.${row.stage}`)}
                    </StatusWord>
                  </td>
                  <td className="ops-figures">
                    {row.written}/{sections.length}
                  </td>
                  <td className="ops-figures">{row.carried || '–'}</td>
                  <td className="ops-figures">{formatDate(row.dueAt)}</td>
                  <td>{row.kitTypeId === null ? '–' : words(`kitType.${row.kitTypeId}`)}</td>
                  <td>{row.owner}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {open && <OneAssessment key={open.id} row={open} onClose={() => setOpen(null)} onChanged={again} />}
    </div>
  );
}

function OneAssessment({
  row,
  onClose,
  onChanged,
}: {
  row: AssessmentRow;
  onClose: () => void;
  onChanged: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const person = usePerson();
  const { data, failure, again } = useCare<MonthAnswer>(
    `/care/patients/${row.patientId}/month`,
    row.patientId,
    { month: row.month },
  );
  const done = (): void => {
    again();
    onChanged();
  };
  const working = data?.holder?.empId === person?.empId && data?.holder?.state === 'working';
  const off = working ? null : t('beginFirst');
  return (
    <Panel title={`${row.patient} · ${row.month}`} width={640} onClose={onClose}>
      <div className="care-story">
        <Link to={`/prescription/careConnectV2?patient=${row.patientId}`}>{t('toWizard')}</Link>
        {failure && !data && <ErrorState failure={failure} onRetry={again} />}
        {!data && !failure && <Skeleton rows={8} />}
        {data?.case && (
          <>
            {data.case.state.stage === 'doctorReview' && <DoctorDecision found={data.case} onDone={done} />}
            <KitSteps
              caseId={row.caseId}
              state={data.case.state}
              asked={data.kitAsked}
              off={off}
              onDone={done}
            />
            {data.kit && <KitAfter key={data.kit.version} kit={data.kit} onDone={done} />}
            <AssessmentEditor
              caseId={row.caseId}
              state={data.case.state}
              assessment={data.assessment}
              off={off}
              onDone={done}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
