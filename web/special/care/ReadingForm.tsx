import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay, instantOf } from '#shared/core/day.ts';
import {
  contexts,
  loinc,
  oldestDays,
  positions,
  sources,
  unitOf,
} from '#shared/streams/care/vital/catalogue.ts';
import { unitsFor, unitText } from '#shared/streams/care/clinical/units.ts';
import type { Choice } from '#shared/streams/care/wire.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useCareTranslations } from './translations.ts';
import { useChoices } from './use-care.ts';

const code = (vital: Choice): string => String(vital.fields['vLoinc'] ?? '');
const unitFor = (vital: Choice): string => unitOf[code(vital)] ?? '';

/** When a reading was taken, in ms: now where nothing is said; null where the time is no time of day. */
function takenAt(day: string | null, time: string): number | null {
  const now = serverClock.now();
  const said = time.trim();
  if (day === null && said === '') return now - 1_000;
  const found = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/.exec(said);
  return found ? instantOf(day ?? businessDay(now), `${found[1]!.padStart(2, '0')}:${found[2]}`) : null;
}

/** A reading, of now unless another time is given: a pressure is typed as 120/80, the cursor goes on by Enter. */
export function ReadingForm({
  patient,
  source = 'visit',
  only,
  onDone,
}: {
  patient: number;
  source?: string;
  only?: readonly string[];
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const vital = useTranslations('vital').t;
  const all = useChoices('vital').filter(
    (one) => ![loinc.bmi as string, loinc.diastolic].includes(code(one)),
  );
  const vitals = only && only.length > 0 ? all.filter((one) => only.includes(code(one))) : all;
  const diastolic = useChoices('vital').find((one) => code(one) === loinc.diastolic);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = vitals.find(({ id }) => String(id) === chosen) ?? vitals[0];
  const pressure = found !== undefined && code(found) === loinc.systolic;
  const [text, setText] = useState('');
  const [value, setValue] = useState<number | null>(null);
  const [unit, setUnit] = useState<string | null>(null);
  const [context, setContext] = useState<string | null>(null);
  const [how, setHow] = useState(source);
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState('');
  const [position, setPosition] = useState<string | null>(null);
  const [device, setDevice] = useState('');
  const [wrong, setWrong] = useState<'reading' | 'time' | null>(null);
  const record = useCommand('vital', 'record');
  const form = useRef<HTMLFormElement>(null);
  const units = found ? unitsFor(code(found), unitFor(found)) : [];
  const values = (): readonly object[] => {
    if (!found) return [];
    const told = unit ?? units[0] ?? '';
    if (!pressure) return value === null ? [] : [{ vitalId: found.id, value, unit: told }];
    const [upper = Number.NaN, lower = Number.NaN] = text.split('/').map(Number);
    return [
      ...(Number.isNaN(upper) ? [] : [{ vitalId: found.id, value: upper, unit: told }]),
      ...(Number.isNaN(lower) || !diastolic ? [] : [{ vitalId: diastolic.id, value: lower, unit: told }]),
    ];
  };
  const send = (keepBoth = false): void => {
    const given = values();
    const at = takenAt(day, time);
    const missing = given.length < (pressure ? 2 : 1) ? 'reading' : at === null ? 'time' : null;
    setWrong(missing);
    if (missing || at === null) return;
    const input = {
      patientId: patient,
      values: given,
      takenAt: new Date(at).toISOString(),
      source: how,
      context,
      position: pressure ? position : null,
      deviceId: how === 'device' && device.trim() !== '' ? device.trim() : null,
    };
    void record.run('new', keepBoth ? { ...input, keepBoth } : input).then((done) => {
      if (!done) return;
      toast({ text: t('recorded', { name: found?.name ?? '' }) });
      setText('');
      setValue(null);
      onDone();
      form.current?.querySelector('input')?.focus();
    });
  };
  return (
    <form
      ref={form}
      className="care-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <SelectField
        label={t('vital')}
        value={found ? String(found.id) : null}
        choices={vitals.map(({ id, name, fields }) => ({
          value: String(id),
          label: fields['vLoinc'] === loinc.systolic ? t('bloodPressure') : name,
        }))}
        required
        onChange={(id) => {
          setChosen(id);
          setUnit(null);
        }}
      />
      {pressure ? (
        <TextField
          label={t('upperLower')}
          value={text}
          placeholder="120/80"
          onChange={setText}
          required
          error={wrong === 'reading' ? t('pressureShape') : null}
        />
      ) : (
        <NumberField
          label={t('value')}
          value={value}
          decimals={2}
          onChange={setValue}
          required
          error={wrong === 'reading' ? t('readingMissing') : null}
        />
      )}
      <SelectField
        label={t('unit')}
        value={unit ?? units[0] ?? null}
        choices={units.map((one) => ({ value: one, label: unitText(one) || one }))}
        required
        onChange={setUnit}
      />
      <SelectField
        label={t('context')}
        value={context}
        choices={contexts.map((one) => ({ value: one, label: vital(`context.${one}`) }))}
        onChange={setContext}
      />
      <SelectField
        label={t('source')}
        value={how}
        choices={sources.map((one) => ({ value: one, label: vital(`source.${one}`) }))}
        required
        onChange={(one) => setHow(one ?? source)}
      />
      {how === 'device' && (
        <TextField label={t('device')} value={device} maxLength={60} onChange={setDevice} />
      )}
      {pressure && (
        <SelectField
          label={t('position')}
          value={position}
          choices={positions.map((one) => ({ value: one, label: vital(`position.${one}`) }))}
          onChange={setPosition}
        />
      )}
      <DateField
        label={t('takenOn')}
        hint={t('takenHint', { days: oldestDays })}
        value={day}
        max={businessDay(serverClock.now())}
        onChange={setDay}
      />
      <TextField
        label={t('takenTime')}
        value={time}
        placeholder="08:30"
        maxLength={5}
        onChange={setTime}
        error={wrong === 'time' ? t('timeShape') : null}
      />
      <div className="care-actions care-wide">
        <Button type="submit" loading={record.pending}>
          {t('record')}
        </Button>
        {record.failure?.code === 'vitalTwice' && (
          <Button variant="default" onClick={() => send(true)}>
            {t('keepBoth')}
          </Button>
        )}
      </div>
      {record.failure && (
        <div className="care-wide">
          <InlineError failure={record.failure} onDismiss={record.dismiss} />
        </div>
      )}
    </form>
  );
}
