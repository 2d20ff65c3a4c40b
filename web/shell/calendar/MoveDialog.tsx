import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import type { BookedRow } from './items.ts';
import { useCalendarTranslations } from './translations.ts';

/** Asks for a reason and requests another time for an appointment; refusals are shown here. */
export function MoveDialog({
  row,
  to,
  onClose,
}: {
  row: BookedRow;
  to: { readonly day: string; readonly time: string };
  onClose: () => void;
}): ReactNode {
  const t = useCalendarTranslations();
  const request = useCommand('appointment', 'requestReschedule');
  return (
    <ReasonDialog
      about={['appointment.requestReschedule', row.id]}
      title={t('moveTitle', { ref: row.ref })}
      width={420}
      verb={t('moveSend')}
      label={t('reason')}
      sending={request}
      send={(reason) =>
        request.run(row.id, { appDate: to.day, slotFrom: to.time, reason }, { version: row.version })
      }
      done={t('asked')}
      onClose={onClose}
    >
      <dl className="cal-facts">
        <div>
          <dt>{t('moveFrom')}</dt>
          <dd className="ops-figures">
            {showDay(row.appDate)} {row.slotFrom} · {row.assignedName}
          </dd>
        </div>
        <div>
          <dt>{t('moveTo')}</dt>
          <dd className="ops-figures">
            <strong>
              {showDay(to.day)} {to.time}
            </strong>
          </dd>
        </div>
      </dl>
      <p className="cal-note">{t('moveText')}</p>
    </ReasonDialog>
  );
}
