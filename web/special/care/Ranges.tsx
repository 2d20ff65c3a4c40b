import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RangeOverride } from '#shared/streams/care/clinical/ranges.ts';
import { doctorRight } from '#shared/streams/care/escalation/ladder.ts';
import type { PatientHead } from '#shared/streams/care/wire.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useCareTranslations } from './translations.ts';
import { picks, useChoices } from './use-care.ts';
import { rangeText } from './ValuesTable.tsx';

const bounds = ['critLow', 'refLow', 'refHigh', 'critHigh'] as const;
type Bounds = Readonly<Record<(typeof bounds)[number], number | null>>;
const none: Bounds = { critLow: null, refLow: null, refHigh: null, critHigh: null };

/** The ranges that a doctor set for this patient, e.g. SpO2 88–92 with COPD; a doctor sets and resets them. */
export function Ranges({ head, onDone }: { head: PatientHead; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const person = usePerson();
  const vitals = useChoices('vital');
  const may = hasRight(person, doctorRight) && !head.diedOn && !head.glassUntil;
  const own = Object.entries(head.ranges);
  if (own.length === 0 && !may) return null;
  return (
    <section className="care-part">
      <h3>{t('ownRanges')}</h3>
      {own.length === 0 ? (
        <p className="ops-muted">{t('noOwnRanges')}</p>
      ) : (
        <table className="care-table">
          <tbody>
            {own.map(([vitalId, range]) => (
              <Own
                key={vitalId}
                patient={head.id}
                vitalId={Number(vitalId)}
                name={vitals.find(({ id }) => id === Number(vitalId))?.name ?? `#${vitalId}`}
                range={range}
                may={may}
                onDone={onDone}
              />
            ))}
          </tbody>
        </table>
      )}
      {may && <SetRange patient={head.id} onDone={onDone} />}
    </section>
  );
}

function Own({
  patient,
  vitalId,
  name,
  range,
  may,
  onDone,
}: {
  patient: number;
  vitalId: number;
  name: string;
  range: RangeOverride;
  may: boolean;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const reset = useCommand('patient', 'resetRange');
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const send = (): void =>
    void reset.run(patient, { vitalId, reason: reason.trim() }).then((done) => done && onDone());
  return (
    <tr>
      <td>{name}</td>
      <td className="ops-figures">
        {rangeText(range.refLow, range.refHigh)}
        {(range.critLow !== null || range.critHigh !== null) && (
          <p className="ops-muted">
            {t('criticalBeyond')}: {rangeText(range.critLow, range.critHigh)}
          </p>
        )}
      </td>
      <td className="ops-muted">
        {range.reason} ({range.by}, {formatInstant(range.at)})
      </td>
      {may && (
        <td>
          {asked ? (
            <span className="care-actions">
              <TextField label={t('reason')} value={reason} onChange={setReason} required maxLength={200} />
              <Button
                size="compact-sm"
                loading={reset.pending}
                disabled={reason.trim().length < 5}
                onClick={send}
              >
                {t('resetRange')}
              </Button>
            </span>
          ) : (
            <Button size="compact-xs" variant="default" onClick={() => setAsked(true)}>
              {t('resetRange')}
            </Button>
          )}
          {reset.failure && <InlineError failure={reset.failure} onDismiss={reset.dismiss} />}
        </td>
      )}
    </tr>
  );
}

function SetRange({ patient, onDone }: { patient: number; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const vitals = useChoices('vital');
  const set = useCommand('patient', 'overrideRange');
  const [vital, setVital] = useState<string | null>(null);
  const [values, setValues] = useState<Bounds>(none);
  const [reason, setReason] = useState('');
  const send = async (): Promise<void> => {
    if (!(await set.run(patient, { vitalId: Number(vital), ...values, reason: reason.trim() }))) return;
    setVital(null);
    setValues(none);
    setReason('');
    onDone();
  };
  return (
    <form
      className="care-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SelectField label={t('vital')} value={vital} choices={picks(vitals)} onChange={setVital} required />
      {bounds.map((name) => (
        <NumberField
          key={name}
          label={t(`bound.${name}`)}
          value={values[name]}
          decimals={2}
          error={set.failure?.field === name ? set.failure.message : null}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <TextField label={t('reason')} value={reason} onChange={setReason} required maxLength={200} />
      <div className="care-actions">
        <Button
          type="submit"
          variant="default"
          loading={set.pending}
          disabled={!vital || (values.refLow === null && values.refHigh === null) || reason.trim().length < 5}
        >
          {t('setRange')}
        </Button>
      </div>
      {set.failure && !bounds.some((name) => name === set.failure?.field) && (
        <div className="care-wide">
          <InlineError failure={set.failure} onDismiss={set.dismiss} />
        </div>
      )}
    </form>
  );
}
