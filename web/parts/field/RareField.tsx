import { TagsInput, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { monthAndYear } from '#shared/core/day.ts';
import { expiryOf } from '#shared/core/gs1.ts';
import { optionsOf } from '#shared/families/field.ts';
import { spokenLanguages } from '#shared/families/spoken-languages.ts';
import { useQuery } from '#web/live/query.ts';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { LookupField, SelectField } from './choice-fields.tsx';
import { placeColleagues } from './colleagues.ts';
import { dayFromText } from './date-text.ts';
import { DatetimeField } from './DatetimeField.tsx';
import { DocumentsField } from './DocumentsField.tsx';
import type { Kept } from './DocumentsField.tsx';
import { shared } from './field.ts';
import type { Choice, FieldProps } from './field.ts';
import type { FieldInputProps } from './field-input.ts';
import { FileField } from './FileField.tsx';
import type { SentFile } from './FileField.tsx';
import './rare.css';
import { recordsOf } from './records.ts';
import { RecordsField } from './RecordsField.tsx';
import { RowsField } from './RowsField.tsx';
import { SlotField } from './SlotField.tsx';
import { useFieldTranslations } from './translations.ts';

/** The inputs that few screens need, and that are therefore loaded when they are shown. */
export function RareField(props: FieldInputProps): ReactNode {
  const {
    field,
    value,
    onChange,
    option = (one) => one,
    errorAt = () => null,
    record,
    cell,
    pooId,
    ...base
  } = props;
  const text = value === null || value === undefined ? '' : String(value);
  switch (field.kind) {
    case 'datetime':
      return <DatetimeField {...base} field={field} value={text} onChange={onChange} />;
    case 'slot':
      return (
        <SlotField
          label={base.label}
          value={text}
          dayError={errorAt('appDate') ?? base.error ?? null}
          timeError={errorAt('slotFrom')}
          disabled={base.disabled ?? false}
          onChange={onChange}
        />
      );
    case 'month':
      return <MonthField {...base} value={text} onChange={onChange} />;
    case 'tags':
      return <TextsField {...base} value={listOf(value)} max={field.max ?? 20} onChange={onChange} />;
    case 'language':
      return <LanguageField {...base} value={text} onChange={onChange} />;
    case 'employee':
      return <EmployeeField {...base} pooId={pooId ?? null} value={text} onChange={onChange} />;
    case 'reference':
      return <RecordField {...base} lookup={field.lookup ?? ''} value={text} onChange={onChange} />;
    case 'references':
      return <FoundRecords {...base} lookup={field.lookup ?? ''} value={listOf(value)} onChange={onChange} />;
    case 'file':
      return (
        <FileField
          {...base}
          value={value ? [value as SentFile] : []}
          onChange={([sent]) => onChange(sent ?? null)}
          record={record}
        />
      );
    case 'files':
      return (
        <DocumentsField
          label={base.label}
          name={base.name ?? field.name}
          error={base.error ?? null}
          value={(value as readonly Kept[] | undefined) ?? []}
          onChange={onChange}
          most={field.max ?? 20}
          kinds={optionsOf(field)}
          translate={option}
          disabled={base.disabled ?? false}
        />
      );
    case 'rows':
      return (
        <RowsField
          field={field}
          title={base.label}
          value={(value as readonly Record<string, unknown>[] | undefined) ?? []}
          onChange={onChange}
          error={(path) => (path === '' ? (base.error ?? null) : errorAt(path))}
          fixed={base.disabled === true}
          cell={cell}
        />
      );
    default:
      throw new Error(`There is no input for a field of the kind ${field.kind}.`);
  }
}

type Base<V> = Omit<FieldProps<unknown>, 'value'> & { readonly value: V };

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A month, typed as on a pack; the value is its last day. */
function MonthField({ value, onChange, ...base }: Base<string>): ReactNode {
  const t = useFrame();
  const [typed, setTyped] = useState<string | null>(null);
  const dayOf = (text: string): string | null => expiryOf(text.trim()) ?? dayFromText(text);
  const wrong = typed !== null && typed.trim() !== '' && dayOf(typed) === null;
  return (
    <TextInput
      {...shared({ ...base, error: base.error ?? (wrong ? t('field.date') : null) })}
      value={typed ?? (value === '' ? '' : monthAndYear(value))}
      placeholder="MM/YYYY"
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      classNames={{ input: 'ops-figures' }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null) {
          const day = dayOf(typed);
          onChange(day);
          if (day !== null || typed.trim() === '') setTyped(null);
        }
        base.onBlur?.();
      }}
    />
  );
}

function TextsField({
  value,
  max,
  onChange,
  ...base
}: Base<readonly string[]> & { readonly max: number }): ReactNode {
  const t = useFieldTranslations();
  return (
    <TagsInput
      {...shared(base)}
      value={[...value]}
      onChange={onChange}
      placeholder={t('addTag')}
      maxTags={max}
      acceptValueOnBlur
      clearButtonProps={{ tabIndex: -1 }}
    />
  );
}

function LanguageField({ value, onChange, ...base }: Base<string>): ReactNode {
  const names = new Intl.DisplayNames([useLanguage()], { type: 'language' });
  return (
    <SelectField
      {...base}
      value={value || null}
      onChange={onChange}
      choices={Object.keys(spokenLanguages).map((code) => ({
        value: code,
        label: (names.of(code) ?? code).replace(/^./u, (first) => first.toUpperCase()),
      }))}
    />
  );
}

/** An active employee of a place, or of any place that the person may see. */
function EmployeeField({
  value,
  pooId,
  onChange,
  ...base
}: Base<string> & { readonly pooId: number | null }): ReactNode {
  const { data = [] } = useQuery({
    queryKey: ['place-colleagues', pooId],
    queryFn: ({ signal }) => placeColleagues(pooId, signal),
  });
  return (
    <SelectField
      {...base}
      value={value || null}
      choices={data}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}

/** Ids are numbers wherever they can be. */
const idOf = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

function RecordField({
  lookup,
  value,
  onChange,
  ...base
}: Base<string> & { readonly lookup: string }): ReactNode {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const find = useCallback((text: string, signal: AbortSignal) => recordsOf(lookup)(text, signal), [lookup]);
  const now = value === '' ? null : chosen?.value === value ? chosen : { value, label: `#${value}` };
  return (
    <LookupField
      {...base}
      key={now?.label ?? ''}
      find={find}
      value={now}
      onChange={(choice) => {
        setChosen(choice);
        onChange(choice ? idOf(choice.value) : null);
      }}
    />
  );
}

function FoundRecords({
  lookup,
  value,
  onChange,
  ...base
}: Base<readonly string[]> & { readonly lookup: string }): ReactNode {
  const find = useCallback(
    async (text: string, signal: AbortSignal) => (text.trim() === '' ? [] : recordsOf(lookup)(text, signal)),
    [lookup],
  );
  return (
    <RecordsField
      {...base}
      find={find}
      known={(id) => ({ value: id, label: `#${id}` })}
      value={value}
      onChange={(ids) => onChange(ids.map(idOf))}
    />
  );
}
