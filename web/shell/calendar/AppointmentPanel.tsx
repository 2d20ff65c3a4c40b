import { Button, TextInput } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { clockTime, showDay } from '#shared/core/day.ts';
import { reference } from '#shared/core/reference.ts';
import { requestedSlot } from '#shared/streams/leads/appointment/decisions.ts';
import { useCommand } from '#web/live/use-command.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { BookedRow } from './items.ts';
import { useCalendarTranslations } from './translations.ts';
import '../form.css';

/** An appointment, its pending requests, and how to request another time. */
export function AppointmentPanel({
  row,
  mayBook,
  onClose,
}: {
  row: BookedRow;
  mayBook: boolean;
  onClose: () => void;
}): ReactNode {
  const t = useCalendarTranslations();
  const place = usePlaceName();
  const draft = useDraft<{ day: string | null; time: string; reason: string }>(
    'appointment.requestReschedule',
    row.id,
    {
      day: row.appDate,
      time: row.slotFrom,
      reason: '',
    },
  );
  const { day, time, reason } = draft.values;
  const request = useCommand('appointment', 'requestReschedule');
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (day === null) return;
    if (
      !(await request.run(
        row.id,
        { appDate: day, slotFrom: time, reason: reason.trim() },
        { version: row.version },
      ))
    )
      return;
    draft.done();
    toast({ text: t('asked'), tone: 'ok' });
    onClose();
  };
  const details: readonly (readonly [string, ReactNode])[] = [
    [
      t('who'),
      <PersonHead
        key="who"
        name={row.place?.name ?? ''}
        reference={row.who}
        phone={row.place?.phoneMasked}
        place={place(row.iPooId)}
      />,
    ],
    [t('assigned'), row.assignedName],
    [t('kind'), t(`kind.${row.vAppType}`)],
    [t('date'), `${showDay(row.appDate)} ${row.slotFrom}`],
    [t('moved'), String(row.iRescheduleCount)],
  ];
  return (
    <Panel title={`${t('appointment')} ${row.ref}`} onClose={onClose} width={340}>
      <dl className="cal-facts">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.request ? (
        <>
          <StatusWord tone="warn">
            {t(`request.${row.request.kind}`, { to: requestedSlot(row.request) })}
          </StatusWord>
          {row.request.approvalId !== null && (
            <p className="ops-code">{reference('AP', row.request.approvalId)}</p>
          )}
        </>
      ) : !mayBook ? (
        <p className="ops-muted">{t('mayNotMove')}</p>
      ) : (
        <form className="sh-form" onSubmit={(event) => void submit(event)}>
          <h3>{t('move')}</h3>
          <p className="cal-note">{t('moveNote')}</p>
          {request.failure && (
            <InlineError
              failure={request.failure}
              onRetry={() => void request.retry()}
              onDismiss={request.dismiss}
            />
          )}
          <DraftNote draft={draft} />
          <DateField
            label={t('newDate')}
            value={day}
            onChange={(chosen) => draft.put({ day: chosen })}
            noSunday
          />
          <TextInput
            label={t('newTime')}
            value={time}
            placeholder={t('timeFormat')}
            maxLength={5}
            onChange={(event) => draft.put({ time: event.currentTarget.value })}
          />
          <TextInput
            label={t('reason')}
            value={reason}
            maxLength={200}
            onChange={(event) => draft.put({ reason: event.currentTarget.value })}
          />
          <Button
            type="submit"
            loading={request.pending}
            disabled={
              day === null || reason.trim().length < 5 || (day === row.appDate && time === row.slotFrom)
            }
          >
            {t('move')}
          </Button>
        </form>
      )}
      <p className="ops-muted">
        {clockTime(Date.parse(row.startsAt))} · {row.iMinutes} min
      </p>
    </Panel>
  );
}
