import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { showDay } from '#shared/core/day.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { requestedSlot } from '#shared/streams/leads/appointment/decisions.ts';
import { appointmentLimits } from '#shared/streams/leads/appointment/decide.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { IconArrowRight, IconClock } from '#web/parts/icons.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { whyNoCancelRequest, whyNoMove } from './days.ts';
import { SlotChoice } from './SlotChoice.tsx';
import type { Choosing } from './SlotChoice.tsx';
import { useDeskTranslations } from './translations.ts';

export interface AppointmentPanelProps {
  readonly row: AppointmentRow;
  readonly mayBook: boolean;
  readonly off: string | null;
  readonly stamp: number;
  readonly onClose: () => void;
}

/** One appointment: its details, pending requests, and how to request another slot. */
export function AppointmentPanel({ row, mayBook, off, stamp, onClose }: AppointmentPanelProps): ReactNode {
  const t = useDeskTranslations();
  const translations = useTranslations('appointment').t;
  const place = usePlaceName();
  const person = usePerson();
  const [moving, setMoving] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const why = whyNoMove(row, mayBook, appointmentLimits.rescheduleMax);
  useCommands([
    {
      id: 'appointments.move',
      label: t('move'),
      keys: 'm',
      scope: 'panel',
      permitted: !moving,
      disabled: off ?? (why && t(why)),
      run: () => (off ?? why) === null && setMoving(true),
    },
  ]);
  if (moving && !row.request)
    return (
      <MovePanel
        row={row}
        off={off}
        stamp={stamp}
        onDone={() => setMoving(false)}
        onClose={() => setMoving(false)}
      />
    );
  const cancelsDirectly =
    row.iTaskStatus === 0 && hasRight(person, 'approvals/taskCancellationApproval:approve');
  const whyNoCancel = whyNoCancelRequest(row, mayBook);
  return (
    <Panel
      title={
        <>
          <span className="ops-code">{row.ref}</span> · {translations(`type.${row.vAppType}`)}
        </>
      }
      width={480}
      talk={{ stream: `appointment-${row.id}`, title: row.ref }}
      onClose={onClose}
      aside={
        row.request ? (
          <StatusWord soft tone="warn">
            {t(`badge.${row.request.kind}`)}
          </StatusWord>
        ) : (
          <StatusWord soft tone={row.iTaskStatus === 1 ? 'info' : 'muted'}>
            {translations(`status.${row.iTaskStatus}`)}
          </StatusWord>
        )
      }
      foot={
        <>
          <ActionButton
            label={t('move')}
            keys="m"
            primary
            disabled={off ?? (why && t(why))}
            onClick={() => setMoving(true)}
          />
          {cancelsDirectly ? (
            <ActionButton label={t('cancel')} danger disabled={off} onClick={() => setCancelling(true)} />
          ) : (
            <ActionButton
              label={t('requestCancel')}
              danger
              disabled={off ?? (whyNoCancel && t(whyNoCancel))}
              onClick={() => setCancelling(true)}
            />
          )}
        </>
      }
    >
      <div className="ad-form">
        {row.request && (
          <section className="ad-request">
            <p className="ad-plain">
              <IconClock size={16} aria-hidden="true" />{' '}
              <strong className="ops-strong">
                {t(`request.${row.request.kind}`, { to: requestedSlot(row.request) })}
              </strong>
            </p>
            <p className="ad-plain">{t('pendingBy', { name: row.request.by, reason: row.request.reason })}</p>
            {row.request.approvalId !== null && (
              <Link className="ad-link" to={`/approvals?part=all&id=${row.request.approvalId}`}>
                {t('openRequest')}{' '}
                <span className="ops-code">AP-{String(row.request.approvalId).padStart(6, '0')}</span>
              </Link>
            )}
          </section>
        )}
        <dl className="ad-facts">
          <div>
            <dt>{t('slot')}</dt>
            <dd className="ops-figures">
              {showDay(row.appDate)} {row.slotFrom} · {t('minutes', { n: row.iMinutes })}
            </dd>
          </div>
          <div>
            <dt>{t('how')}</dt>
            <dd>{translations(`slotType.${row.iSlotType}`)}</dd>
          </div>
          <div>
            <dt>{t('who')}</dt>
            <dd>
              <PersonHead name={row.place?.name ?? ''} reference={row.who} phone={row.place?.phoneMasked} />
            </dd>
          </div>
          <div>
            <dt>{t('employee')}</dt>
            <dd>{row.assignedName}</dd>
          </div>
          <div>
            <dt>{t('where')}</dt>
            <dd>{place(row.iPooId)}</dd>
          </div>
          <div>
            <dt>{t('bookedBy')}</dt>
            <dd>{row.bookedBy}</dd>
          </div>
          <div className="ad-wide">
            <dt>{t('remarks')}</dt>
            <dd>{row.vRemarks || <span className="ops-muted">{t('noRemarks')}</span>}</dd>
          </div>
        </dl>
        {row.iRescheduleCount > 0 && (
          <p className="ad-plain ops-muted">{t('movedTimes', { count: row.iRescheduleCount })}</p>
        )}
      </div>
      {cancelling && (
        <CancelDialog
          row={row}
          command={cancelsDirectly ? 'cancel' : 'requestCancellation'}
          onClose={() => setCancelling(false)}
        />
      )}
    </Panel>
  );
}

function MovePanel({
  row,
  off,
  stamp,
  onDone,
  onClose,
}: {
  row: AppointmentRow;
  off: string | null;
  stamp: number;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useDeskTranslations();
  const frame = useFrame();
  const { run, pending, failure, retry, dismiss } = useCommand('appointment', 'requestReschedule');
  const [choice, setChoice] = useState<Choosing>({ empId: row.iAssignedTo, day: null, slotFrom: null });
  const draft = useDraft('appointment.requestReschedule', row.id, { reason: '' });
  const { reason } = draft.values;
  const [tried, setTried] = useState(false);
  useUnsaved(reason !== '' || choice.slotFrom !== null);
  const wrong: Readonly<Record<string, string | null>> = {
    slotFrom: choice.slotFrom === null ? t('slotMissing') : null,
    reason: reason.trim().length < 5 ? t('reasonShort') : null,
  };
  const error = (field: string): string | null =>
    failure?.field === field ? failure.message : tried ? (wrong[field] ?? null) : null;
  const send = async (): Promise<void> => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
    const who =
      choice.empId !== null && choice.empId !== row.iAssignedTo ? { iAssignedTo: choice.empId } : {};
    const answer = await run(
      row.id,
      { appDate: choice.day, slotFrom: choice.slotFrom, ...who, reason: reason.trim() },
      { version: row.version },
    );
    if (!answer) return;
    draft.done();
    toast({ text: t('done.move', { ref: row.ref }), tone: 'ok' });
    onDone();
  };
  const known = ['iAssignedTo', 'appDate', 'slotFrom', 'reason'];
  return (
    <Panel
      title={t('moveTitle', { ref: row.ref })}
      width={480}
      onClose={onClose}
      foot={
        <>
          <ActionButton
            primary
            label={t('send')}
            pending={pending}
            disabled={off}
            onClick={() => void send()}
          />
          <ActionButton label={frame('back')} onClick={onClose} />
        </>
      }
    >
      <div className="ad-form">
        {failure && !known.includes(failure.field ?? '') && (
          <InlineError failure={failure} onRetry={() => void retry()} onDismiss={dismiss} />
        )}
        <p className="ad-plain ad-from ops-figures">
          <del>
            {showDay(row.appDate)} {row.slotFrom}
          </del>{' '}
          <IconArrowRight size={14} aria-hidden="true" className="ad-arrow" />{' '}
          <strong className="ops-strong">
            {choice.day && choice.slotFrom ? `${showDay(choice.day)} ${choice.slotFrom}` : t('choose')}
          </strong>
        </p>
        <SlotChoice
          pooId={row.iPooId}
          type={row.vAppType}
          slotType={row.iSlotType}
          value={choice}
          onChange={(next) => {
            dismiss();
            setChoice(next);
          }}
          own={{ empId: row.iAssignedTo, day: row.appDate, slotFrom: row.slotFrom }}
          stamp={stamp}
          error={error}
        />
        <DraftNote draft={draft} />
        <ReasonField draft={draft} label={t('reason')} hint={t('reasonRule')} error={error('reason')} />
        <p className="ad-plain ops-muted">{t('moveText')}</p>
      </div>
    </Panel>
  );
}
