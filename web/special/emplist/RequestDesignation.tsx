import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { useDesignations } from '#web/parts/field/designations.ts';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
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
  const { run, pending, failure } = useCommand('tempdesig', 'request');
  const designations = useDesignations(true);
  const [tried, setTried] = useState(false);
  const { designation, from, to, reason } = draft.values;
  const today = businessDay(serverClock.now());
  const short = reason.trim().length < 5;
  const send = async (): Promise<void> => {
    setTried(true);
    if (short || designation === null || from === null || to === null) return;
    const body = { empId, designationId: Number(designation), from, to, reason: reason.trim() };
    if (!(await run('new', body))) return;
    draft.done();
    toast({ text: t('done.request', { name }), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={pending}
      title={t('requestFor', { name })}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {t('close')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      <DraftNote draft={draft} />
      <SelectField
        label={t('designation')}
        value={designation}
        required
        choices={designations}
        onChange={(value) => draft.put({ designation: value })}
      />
      <DateField
        label={t('firstDay')}
        value={from}
        required
        min={today}
        onChange={(value) => draft.put({ from: value })}
      />
      <DateField
        label={t('lastDay')}
        value={to}
        required
        min={from ?? today}
        max={addDays(from ?? today, 30)}
        onChange={(value) => draft.put({ to: value })}
      />
      <ReasonField
        draft={draft}
        label={t('reason')}
        hint={t('reasonHint')}
        error={tried && short ? t('reasonHint') : null}
      />
      {tried && (designation === null || from === null || to === null) && (
        <p className="ops-tone-danger" role="alert">
          {t('incomplete')}
        </p>
      )}
      {failure && <InlineError failure={failure} />}
    </Dialog>
  );
}
