import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { useDesignations } from '#web/parts/field/designations.ts';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTemporaryTranslations } from './translations.ts';

const empty = {
  designation: null as string | null,
  from: null as string | null,
  to: null as string | null,
  reason: '',
};

/** Requests another designation for some days, for one employee. */
export function RequestDesignation({
  empId,
  name,
  onClose,
}: {
  readonly empId: number;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTemporaryTranslations();
  const draft = useDraft('tempdesig.request', empId, empty);
  const request = useCommand('tempdesig', 'request');
  const designations = useDesignations(true);
  const { designation, from, to, reason } = draft.values;
  const today = businessDay(serverClock.now());
  const rule = useReason(reason);
  return (
    <SendDialog
      title={t('requestFor', { name })}
      verb={t('send')}
      sending={request}
      draft={draft}
      wrong={{
        designationId: designation === null,
        from: from === null,
        to: to === null,
        reason: rule.wrong,
      }}
      send={() =>
        request.run('new', {
          empId,
          designationId: Number(designation),
          from,
          to,
          reason: reason.trim(),
        })
      }
      done={t('done.request', { name })}
      onClose={onClose}
    >
      {(error) => (
        <>
          <SelectField
            label={t('designation')}
            value={designation}
            required
            choices={designations}
            error={error('designationId')}
            onChange={(value) => draft.put({ designation: value })}
          />
          <DateField
            label={t('firstDay')}
            value={from}
            required
            min={today}
            error={error('from')}
            onChange={(value) => draft.put({ from: value })}
          />
          <DateField
            label={t('lastDay')}
            value={to}
            required
            min={from ?? today}
            max={addDays(from ?? today, 30)}
            error={error('to')}
            onChange={(value) => draft.put({ to: value })}
          />
          <ReasonField draft={draft} label={t('reason')} hint={rule.hint} error={error('reason')} />
        </>
      )}
    </SendDialog>
  );
}
