import type { ReactNode } from 'react';
import type { ValueRow } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { useCommand } from '#web/live/use-command.ts';
import { NumberField } from '#web/parts/field/text-fields.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useCareTranslations } from './translations.ts';
import { useChoices, useClinicalName } from './use-care.ts';

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
  const nameOf = useClinicalName();
  const vitals = useChoices('vital');
  const first = rows[0];
  const draft = useDraft<{ readonly reason: string } & Readonly<Record<string, string | number | null>>>(
    'vital.correct',
    first?.source ?? null,
    { reason: '', ...Object.fromEntries(rows.map(({ loinc, original }) => [loinc, original.value])) },
  );
  const { values } = draft;
  const rule = useReason(values.reason);
  const correct = useCommand('vital', 'correct');
  if (!first) return null;
  const valueOf = (loinc: string): number | null => {
    const value = values[loinc];
    return typeof value === 'number' ? value : null;
  };
  const send = (): ReturnType<typeof correct.run> => {
    const given = rows.flatMap(({ loinc, original }) => {
      const vital = vitals.find(({ fields }) => fields['vLoinc'] === loinc);
      const value = valueOf(loinc);
      return vital && value !== null ? [{ vitalId: vital.id, value, unit: original.unit }] : [];
    });
    return correct.run(
      first.source.replace('vital-', ''),
      { values: given, reason: values.reason },
      { version: first.version },
    );
  };
  return (
    <SendDialog
      title={t('correct')}
      verb={t('correct')}
      sending={correct}
      draft={draft}
      wrong={{ reason: rule.wrong }}
      send={send}
      onSent={onDone}
      onClose={onClose}
    >
      {(error) => (
        <div className="care-form">
          {rows.map(({ loinc, name, original }) => (
            <NumberField
              key={loinc}
              label={`${nameOf(name)} (${unitText(original.unit)})`}
              value={valueOf(loinc)}
              decimals={2}
              onChange={(value) => draft.put({ [loinc]: value })}
            />
          ))}
          <div className="care-wide">
            <ReasonField draft={draft} label={t('reason')} hint={rule.hint} error={error('reason')} />
          </div>
        </div>
      )}
    </SendDialog>
  );
}
