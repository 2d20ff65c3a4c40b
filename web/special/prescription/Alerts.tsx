import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import type { Alert } from '#shared/streams/prescriptions/checks/clinical.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useRxTranslations } from './translations.ts';

export interface AlertsProps {
  readonly record: RxCase;
  readonly alerts: readonly Alert[];
  readonly working: boolean;
  readonly onActive: (no: number) => void;
  readonly onChanged: () => void;
}

const tones = { block: 'danger', warn: 'warn', info: 'muted' } as const;

/** Every alert with its severity, its reason and its source; opening one marks it as read. */
export function Alerts({ record, alerts, working, onActive, onChanged }: AlertsProps): ReactNode {
  const t = useRxTranslations();
  const read = useCommand('prescription', 'readAlerts');
  const [asked, setAsked] = useState<string | null>(null);
  const seen = (alert: Alert): void => {
    if (alert.lineNo !== null) onActive(alert.lineNo);
    if (working && !record.read.includes(alert.id))
      void read.run(record.id, { alertIds: [alert.id] }).then((done) => done && onChanged());
  };
  const grave = alerts.filter(({ severity }) => severity !== 'info');
  return (
    <section className="rx-part" aria-label={t('alerts')}>
      <h3>
        {t('alerts')}
        {grave.length > 0 && (
          <span className="ops-muted ops-figures">
            {t('alertsRead', {
              read: grave.filter(({ id }) => record.read.includes(id)).length,
              count: grave.length,
            })}
          </span>
        )}
      </h3>
      {alerts.length === 0 && <p className="ops-muted">{t('noAlerts')}</p>}
      <ul className="rx-alerts">
        {alerts.map((alert) => {
          const done = record.overrides[alert.id];
          return (
            <li
              key={alert.id}
              data-severity={alert.severity}
              data-read={record.read.includes(alert.id) || undefined}
            >
              <button type="button" className="rx-alert" onClick={() => seen(alert)}>
                <StatusWord tone={done ? 'muted' : tones[alert.severity]}>
                  {t(`severity.${alert.severity}`)}
                </StatusWord>
                <span>
                  {alert.lineNo !== null && <b>{t('line', { no: alert.lineNo })} </b>}
                  {t(`alert.${alert.kind}`, alert.values)}{' '}
                  <span className="ops-muted">
                    {t('source', { name: alert.source.name, date: showDay(alert.source.date) })}
                  </span>
                </span>
              </button>
              {done && <p className="ops-muted">{t('overrideBy', done)}</p>}
              {!done && alert.severity === 'block' && (
                <Override
                  alert={alert}
                  record={record}
                  open={asked === alert.id}
                  onOpen={setAsked}
                  onChanged={onChanged}
                />
              )}
            </li>
          );
        })}
      </ul>
      {read.failure && <InlineError failure={read.failure} onDismiss={read.dismiss} />}
    </section>
  );
}

function Override({
  alert,
  record,
  open,
  onOpen,
  onChanged,
}: {
  readonly alert: Alert;
  readonly record: RxCase;
  readonly open: boolean;
  readonly onOpen: (id: string | null) => void;
  readonly onChanged: () => void;
}): ReactNode {
  const t = useRxTranslations();
  const person = usePerson();
  const override = useCommand('prescription', 'overrideAlert');
  const draft = useDraft('prescription.override', `${record.id} ${alert.id}`, { reason: '' });
  if (alert.override === null) return <p className="ops-muted">{t('firm')}</p>;
  const doctor = hasRight(person, 'Prescription/DoctorView:approve');
  if (alert.override === 'doctor' && !doctor) return <p className="ops-muted">{t('doctorOnly')}</p>;
  if (!open)
    return (
      <Button size="compact-xs" variant="default" onClick={() => onOpen(alert.id)}>
        {t('override')}
      </Button>
    );
  const send = async (): Promise<void> => {
    if (!(await override.run(record.id, { alertId: alert.id, reason: draft.values.reason.trim() }))) return;
    draft.done();
    onOpen(null);
    onChanged();
  };
  return (
    <div className="rx-override">
      <AreaField
        label={t('overrideReason')}
        value={draft.values.reason}
        required
        autoFocus
        maxLength={500}
        onChange={(reason) => draft.put({ reason })}
      />
      <DraftNote draft={draft} />
      {override.failure && <InlineError failure={override.failure} onDismiss={override.dismiss} />}
      <span className="rx-row">
        <Button
          size="compact-sm"
          color="danger"
          loading={override.pending}
          disabled={draft.values.reason.trim().length < 10}
          onClick={() => void send()}
        >
          {t('override')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onOpen(null)}>
          {t('cancel')}
        </Button>
      </span>
    </div>
  );
}
