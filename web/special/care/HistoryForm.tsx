import type { ReactNode } from 'react';
import {
  allergyStatuses,
  allergyVerifications,
  conditionStatuses,
  conditionVerifications,
  criticalities,
  lifestyleTopics,
  reactionSeverities,
  type HistoryKind,
} from '#shared/streams/care/history/items.ts';
import type { HistoryRow } from '#shared/streams/care/wire.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { AreaField, CheckField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useCareTranslations } from './translations.ts';
import { picks, useChoices } from './use-care.ts';

type Input =
  | { readonly name: string; readonly as: 'text' | 'area' | 'number' | 'date' | 'flag' | 'partial' }
  | { readonly name: string; readonly as: 'master'; readonly kind: string }
  | { readonly name: string; readonly as: 'choice'; readonly of: readonly string[]; readonly prefix: string };

const condition = (statuses: readonly string[]): readonly Input[] => [
  { name: 'diagnosisId', as: 'master', kind: 'diagnosis' },
  { name: 'clinicalStatus', as: 'choice', of: statuses, prefix: 'status' },
  { name: 'verificationStatus', as: 'choice', of: conditionVerifications, prefix: 'verification' },
  { name: 'severityId', as: 'master', kind: 'severity' },
  { name: 'onsetDate', as: 'partial' },
  { name: 'abatementDate', as: 'partial' },
  { name: 'notedBy', as: 'text' },
];
const finding: readonly Input[] = [
  { name: 'name', as: 'text' },
  { name: 'date', as: 'partial' },
  { name: 'finding', as: 'area' },
];

const inputs: Readonly<Record<HistoryKind, readonly Input[]>> = {
  diagnosis: condition(conditionStatuses),
  pastDiagnosis: condition(['resolved', 'inactive']),
  allergy: [
    { name: 'none', as: 'flag' },
    { name: 'iAllergyTypeId', as: 'choice', of: ['1', '2', '3'], prefix: 'allergyType' },
    { name: 'allergyId', as: 'master', kind: 'allergy' },
    { name: 'type', as: 'choice', of: ['allergy', 'intolerance'], prefix: 'type' },
    { name: 'clinicalStatus', as: 'choice', of: allergyStatuses, prefix: 'status' },
    { name: 'verificationStatus', as: 'choice', of: allergyVerifications, prefix: 'verification' },
    { name: 'criticality', as: 'choice', of: criticalities, prefix: 'criticality' },
    { name: 'manifestation', as: 'text' },
    { name: 'severity', as: 'choice', of: reactionSeverities, prefix: 'reaction' },
    { name: 'lastOccurrence', as: 'partial' },
  ],
  surgery: [
    { name: 'name', as: 'text' },
    { name: 'date', as: 'partial' },
    { name: 'hospitalId', as: 'master', kind: 'hospital' },
    { name: 'outcome', as: 'text' },
    { name: 'complication', as: 'text' },
  ],
  family: [
    {
      name: 'relation',
      as: 'choice',
      of: ['mother', 'father', 'sibling', 'child', 'grandparent', 'other'],
      prefix: 'relation',
    },
    { name: 'diagnosisId', as: 'master', kind: 'diagnosis' },
    { name: 'ageOfOnset', as: 'number' },
    { name: 'deceased', as: 'flag' },
  ],
  doctorVisit: [
    { name: 'doctorId', as: 'master', kind: 'doctor' },
    { name: 'visitDate', as: 'date' },
    { name: 'advice', as: 'area' },
    { name: 'nextDate', as: 'date' },
    { name: 'treating', as: 'flag' },
  ],
  hopi: [
    { name: 'complaint', as: 'area' },
    { name: 'onset', as: 'text' },
    { name: 'duration', as: 'text' },
    { name: 'character', as: 'text' },
    { name: 'aggravating', as: 'text' },
    { name: 'relieving', as: 'text' },
  ],
  imaging: finding,
  otherTest: finding,
  adherence: [
    { name: 'medicine', as: 'text' },
    { name: 'month', as: 'partial' },
    { name: 'due', as: 'number' },
    { name: 'taken', as: 'number' },
    { name: 'reason', as: 'text' },
  ],
  observation: [
    { name: 'text', as: 'area' },
    { name: 'severity', as: 'choice', of: ['normal', 'watch', 'serious'], prefix: 'severity' },
  ],
  lifestyle: [
    { name: 'topic', as: 'choice', of: lifestyleTopics, prefix: 'topic' },
    { name: 'text', as: 'area' },
  ],
};

type Values = Readonly<Record<string, string | number | boolean | null>>;
const usual: Readonly<Partial<Record<HistoryKind, Values>>> = {
  diagnosis: { clinicalStatus: 'active', verificationStatus: 'confirmed' },
  pastDiagnosis: { clinicalStatus: 'resolved', verificationStatus: 'confirmed' },
  allergy: { clinicalStatus: 'active', verificationStatus: 'unconfirmed', type: 'allergy' },
  observation: { severity: 'normal' },
};

function begun(kind: HistoryKind, row: HistoryRow | null): Values {
  const empty = Object.fromEntries(inputs[kind].map(({ name, as }) => [name, as === 'flag' ? false : null]));
  const item = row?.state.item;
  if (!item) return { ...empty, ...usual[kind] };
  const reaction: Values =
    item.kind === 'allergy' && item.reactions[0]
      ? { manifestation: item.reactions[0].manifestation, severity: item.reactions[0].severity }
      : {};
  const own = Object.fromEntries(
    Object.entries(item).filter(
      ([name, value]) => name in empty && (value === null || typeof value !== 'object'),
    ),
  );
  return { ...empty, ...own, ...reaction };
}

/** The item as its command takes it. */
function itemOf(kind: HistoryKind, values: Values): object {
  const { manifestation, severity, iAllergyTypeId, ...rest } = values;
  if (kind === 'allergy')
    return {
      kind,
      ...rest,
      iAllergyTypeId: iAllergyTypeId ? Number(iAllergyTypeId) : null,
      reactions: manifestation ? [{ manifestation, severity: severity ?? 'mild', date: null }] : [],
    };
  return { kind, ...values };
}

/** Writes or changes one item of a patient's history. */
export function HistoryForm({
  patient,
  kind,
  row,
  onDone,
  onClose,
}: {
  patient: number;
  kind: HistoryKind;
  row: HistoryRow | null;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const phx = useTranslations('phx').t;
  const draft = useDraft(row ? 'phx.change' : `phx.record.${kind}`, row?.id ?? patient, begun(kind, row));
  const { values } = draft;
  const record = useCommand('phx', row ? 'change' : 'record');
  const item = itemOf(kind, values);
  const shown =
    kind === 'allergy' && values['none'] === true
      ? inputs[kind].filter(({ name }) => ['none', 'clinicalStatus', 'verificationStatus'].includes(name))
      : inputs[kind];
  return (
    <SendDialog
      width={720}
      title={phx(`kind.${kind}`)}
      verb={t('save')}
      sending={record}
      draft={draft}
      wrong={Object.fromEntries(shown.map(({ name }) => [`item.${name}`, null]))}
      send={() =>
        row
          ? record.run(row.id, { item }, { version: row.version })
          : record.run(`${kind}-new`, { patientId: patient, item })
      }
      onSent={onDone}
      onClose={onClose}
    >
      {(error) => (
        <div className="care-form">
          {shown.map((input, index) => (
            <ItemInput
              key={input.name}
              input={input}
              value={values[input.name] ?? null}
              error={error(`item.${input.name}`)}
              first={index === 0}
              onChange={(value) => draft.put({ [input.name]: value })}
            />
          ))}
        </div>
      )}
    </SendDialog>
  );
}

interface InputProps {
  readonly input: Input;
  readonly value: string | number | boolean | null;
  readonly error: string | null;
  readonly first: boolean;
  readonly onChange: (value: string | number | boolean | null) => void;
}
function ItemInput({ input, value, error, first, onChange }: InputProps): ReactNode {
  const t = useCareTranslations();
  const phx = useTranslations('phx').t;
  const common = { label: phx(`field.${input.name}`), error, autoFocus: first };
  const said = typeof value === 'string' ? value : '';
  switch (input.as) {
    case 'master':
      return (
        <MasterInput
          kind={input.kind}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          {...common}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...common}
          value={value === null ? null : String(value)}
          choices={input.of.map((one) => ({ value: one, label: phx(`${input.prefix}.${one}`) }))}
          onChange={onChange}
        />
      );
    case 'number':
      return <NumberField {...common} value={typeof value === 'number' ? value : null} onChange={onChange} />;
    case 'date':
      return <DateField {...common} value={said === '' ? null : said} onChange={onChange} />;
    case 'flag':
      return <CheckField {...common} value={value === true} onChange={onChange} />;
    case 'area':
      return (
        <div className="care-wide">
          <AreaField
            {...common}
            value={said}
            maxLength={4_000}
            onChange={(text) => onChange(text === '' ? null : text)}
          />
        </div>
      );
    case 'partial':
      return (
        <TextField
          {...common}
          value={said}
          placeholder={input.name === 'month' ? t('monthHint') : t('partialHint')}
          onChange={(text) => onChange(text === '' ? null : text)}
        />
      );
    case 'text':
      return <TextField {...common} value={said} onChange={(text) => onChange(text === '' ? null : text)} />;
  }
}

function MasterInput({
  kind,
  value,
  onChange,
  ...common
}: {
  kind: string;
  value: number | null;
  label: string;
  error: string | null;
  autoFocus: boolean;
  onChange: (value: number | null) => void;
}): ReactNode {
  const rows = useChoices(kind);
  return (
    <SelectField
      {...common}
      value={value === null ? null : String(value)}
      choices={picks(rows)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
