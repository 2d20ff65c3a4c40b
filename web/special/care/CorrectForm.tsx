import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ValueRow } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { useFrame } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useCareTranslations } from './translations.ts';
import { useChoices } from './use-care.ts';

/** A new reading in the place of one that was wrong; both stay. */
export function CorrectForm({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly ValueRow[];
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const frame = useFrame();
  const vitals = useChoices('vital');
  const [values, setValues] = useState<Readonly<Record<string, number | null>>>(() =>
    Object.fromEntries(rows.map(({ loinc, original }) => [loinc, original.value])),
  );
  const [reason, setReason] = useState('');
  const correct = useCommand('vital', 'correct');
  const first = rows[0];
  if (!first) return null;
  const send = (): void => {
    const given = rows.flatMap(({ loinc, original }) => {
      const vital = vitals.find(({ fields }) => fields['vLoinc'] === loinc);
      const value = values[loinc] ?? null;
      return vital && value !== null ? [{ vitalId: vital.id, value, unit: original.unit }] : [];
    });
    void correct
      .run(first.source.replace('vital-', ''), { values: given, reason }, { version: first.version })
      .then((done) => done && onDone());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('correct')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={correct.pending} disabled={reason.trim().length < 5} onClick={send}>
            {t('correct')}
          </Button>
        </>
      }
    >
      <div className="care-form">
        {rows.map(({ loinc, name, original }) => (
          <NumberField
            key={loinc}
            label={`${name} (${unitText(original.unit)})`}
            value={values[loinc] ?? null}
            decimals={2}
            onChange={(value) => setValues({ ...values, [loinc]: value })}
          />
        ))}
        <div className="care-wide">
          <AreaField label={t('reason')} value={reason} onChange={setReason} required maxLength={200} />
        </div>
      </div>
      {correct.failure && <InlineError failure={correct.failure} />}
    </Dialog>
  );
}
