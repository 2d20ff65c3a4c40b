import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CalleeDetails } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useFrame } from '#web/locales/translations.ts';
import { useCallTranslations } from './translations.ts';

/** The hours in which somebody wants to be called; set by whoever may. */
export function OwnHours({
  facts: { callHours, hoursOf },
  onSet,
}: {
  readonly facts: CalleeDetails;
  readonly onSet: () => void;
}): ReactNode {
  const t = useCallTranslations();
  const [setting, setSetting] = useState(false);
  if (!hoursOf && !callHours) return null;
  return (
    <section className="cb-hours">
      <p>
        {callHours ? t('ownHours', callHours) : <span className="ops-muted">{t('anyHours')}</span>}
        {hoursOf && !setting && (
          <ActionButton compact label={t('setHours')} onClick={() => setSetting(true)} />
        )}
      </p>
      {hoursOf && setting && (
        <HoursForm
          of={hoursOf}
          hours={callHours}
          onClose={() => setSetting(false)}
          onSet={() => {
            setSetting(false);
            onSet();
          }}
        />
      )}
    </section>
  );
}

function HoursForm({
  of,
  hours,
  onSet,
  onClose,
}: {
  readonly of: NonNullable<CalleeDetails['hoursOf']>;
  readonly hours: CalleeDetails['callHours'];
  readonly onSet: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useCallTranslations();
  const frame = useFrame();
  const set = useCommand(of.aggregate, 'setCallHours');
  const [from, setFrom] = useState(hours?.from ?? '');
  const [to, setTo] = useState(hours?.to ?? '');
  const error = (field: string): string | null => (set.failure?.field === field ? set.failure.message : null);
  const time = { placeholder: 'HH:MM', maxLength: 5, code: true } as const;
  const save = async (): Promise<void> => {
    if (await set.run(of.id, { from: from.trim(), to: to.trim() }, { version: of.version })) onSet();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="cb-fields">
        <TextField {...time} label={t('hoursFrom')} value={from} error={error('from')} onChange={setFrom} />
        <TextField {...time} label={t('hoursTo')} value={to} error={error('to')} onChange={setTo} />
      </div>
      <p className="ops-muted">{t('hoursHint')}</p>
      {set.failure && !set.failure.field && <InlineError failure={set.failure} onDismiss={set.dismiss} />}
      <div className="cb-do">
        <ActionButton primary label={t('saveHours')} pending={set.pending} onClick={() => void save()} />
        <ActionButton label={frame('cancel')} onClick={onClose} />
      </div>
    </form>
  );
}
