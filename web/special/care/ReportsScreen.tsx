import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LabReportList } from '#shared/streams/care/wire.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { useCareTranslations } from './translations.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { useCare } from './use-care.ts';
import './care.css';

const page = 100;

/** Every lab report of the own places: received, digitized, verified, sent. */
export function ReportsScreen(): ReactNode {
  const t = useCareTranslations();
  const lab = useTranslations('labreport').t;
  const person = usePerson();
  const [asked, setAsked] = useState({
    from: null as string | null,
    to: null as string | null,
    isDigFlag: null as string | null,
    critical: null as string | null,
    q: '',
  });
  const [start, setStart] = useState(0);
  const filters = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== null && value !== ''),
  );
  const { data, failure, again } = useCare<LabReportList>('/care/lab-reports', 0, {
    ...filters,
    start,
    end: start + page,
  });
  const [open, setOpen] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);
  const mayAdd = hasRight(person, 'Out Bound/LabTestReports:create');
  useCommands([
    {
      id: 'reports.new',
      label: t('newReport'),
      keys: 'a',
      scope: 'screen',
      permitted: mayAdd,
      run: () => setUploading(true),
    },
  ]);
  if (!hasRight(person, 'Out Bound/LabTestReports:view')) return <DeniedState />;
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={12} />;
  return (
    <div className="care-frame">
      <div className="care-body">
        <div className="care-form">
          <TextField label={t('find')} value={asked.q} onChange={(q) => setAsked({ ...asked, q })} />
          <DateField label={t('from')} value={asked.from} onChange={(from) => setAsked({ ...asked, from })} />
          <DateField label={t('to')} value={asked.to} onChange={(to) => setAsked({ ...asked, to })} />
          <SelectField
            label={t('digitized')}
            value={asked.isDigFlag}
            placeholder={t('all')}
            choices={[
              { value: '0', label: t('no') },
              { value: '1', label: t('yes') },
            ]}
            onChange={(isDigFlag) => setAsked({ ...asked, isDigFlag })}
          />
          <SelectField
            label={t('critical')}
            value={asked.critical}
            placeholder={t('all')}
            choices={[
              { value: '1', label: t('yes') },
              { value: '0', label: t('no') },
            ]}
            onChange={(critical) => setAsked({ ...asked, critical })}
          />
          {mayAdd && (
            <Button onClick={() => setUploading(true)} style={{ alignSelf: 'end' }}>
              {t('newReport')} (A)
            </Button>
          )}
        </div>
        {data.rows.length === 0 ? (
          <EmptyState title={t('noReports')}>{t('noReportsText')}</EmptyState>
        ) : (
          <table className="care-table">
            <thead>
              <tr>
                <th>{t('report')}</th>
                <th>{t('patient')}</th>
                <th>{t('lab')}</th>
                <th>{t('tests')}</th>
                <th>{t('received')}</th>
                <th>{t('stage')}</th>
                <th>{t('critical')}</th>
                <th>{t('sent')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <button type="button" className="qu-ref ops-code" onClick={() => setOpen(row.id)}>
                      {row.ref}
                    </button>
                  </td>
                  <td>
                    <Link to={`/prescription/labStats?patient=${row.patientId}`}>{row.patient}</Link>
                  </td>
                  <td>{row.lab}</td>
                  <td>{row.tests || '–'}</td>
                  <td className="ops-figures">{formatInstant(row.receivedAt)}</td>
                  <td>
                    <StatusWord tone={row.stage === 'verified' ? 'muted' : 'warn'}>
                      {lab(`stage.${row.stage}`)}
                    </StatusWord>
                  </td>
                  <td>{row.critical && <StatusWord tone="danger">{t('critical')}</StatusWord>}</td>
                  <td>
                    {row.shared === ''
                      ? '–'
                      : row.shared
                          .split(', ')
                          .map((channel) => lab(`channel.${channel}`))
                          .join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {data.total > page && (
          <div className="care-actions">
            <Button
              variant="default"
              disabled={start === 0}
              onClick={() => setStart(Math.max(0, start - page))}
            >
              {t('newer')}
            </Button>
            <Button
              variant="default"
              disabled={start + page >= data.total}
              onClick={() => setStart(start + page)}
            >
              {t('older')}
            </Button>
            <span className="ops-muted ops-figures">{data.total}</span>
          </div>
        )}
      </div>
      {open && <ReportDialog id={open} onClose={() => setOpen(null)} onChanged={again} />}
      {uploading && (
        <UploadDialog
          onClose={() => setUploading(false)}
          onDone={() => {
            setUploading(false);
            again();
          }}
        />
      )}
    </div>
  );
}
