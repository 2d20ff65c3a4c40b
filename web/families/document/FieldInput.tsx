import type { ReactNode } from 'react';
import type { FoundSupplier } from '#shared/families/document-wire.ts';
import type { DocumentField } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { MultiField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, CheckField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { choicesOf } from './line-columns.ts';
import type { FieldAbout } from './field-about.ts';
import { isRelated, SaleField } from './SaleField.tsx';

export interface FieldInputProps {
  readonly field: DocumentField;
  readonly label: string;
  readonly value: unknown;
  readonly own: Translate;
  readonly error: string | null;
  readonly disabled?: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onBlur?: () => void;
  /** The document's place and supplier, for fields that choose among theirs. */
  readonly about?: FieldAbout;
}

/** One field of a header or a dialog, by its declared kind. */
export function FieldInput({
  field,
  label,
  value,
  own,
  error,
  disabled = false,
  onChange,
  onBlur,
  about = { pooId: 0, supplierId: null },
}: FieldInputProps): ReactNode {
  const person = usePerson();
  const common = { label, error, disabled, required: field.required ?? false, ...(onBlur ? { onBlur } : {}) };
  const text = typeof value === 'string' ? value : '';
  const number = typeof value === 'number' ? value : null;
  switch (field.kind) {
    case 'paragraph':
      return <AreaField {...common} value={text} onChange={onChange} />;
    case 'number':
      return <NumberField {...common} value={number} onChange={onChange} {...boundsOf(field)} />;
    case 'decimal':
      return <NumberField {...common} value={number} decimals={1} onChange={onChange} {...boundsOf(field)} />;
    case 'money':
      return <NumberField {...common} money value={number} onChange={onChange} {...boundsOf(field)} />;
    case 'percent':
      return (
        <NumberField
          {...common}
          decimals={2}
          value={number === null ? null : number / 100}
          onChange={(next) => onChange(next === null ? null : Math.round(next * 100))}
        />
      );
    case 'date':
      return <DateField {...common} value={text === '' ? null : text} onChange={onChange} />;
    case 'choice':
      return (
        <SelectField
          {...common}
          value={text === '' ? null : text}
          choices={choicesOf(field, own)}
          onChange={onChange}
        />
      );
    case 'yesNo':
      return <CheckField {...common} value={value === true} onChange={onChange} />;
    case 'place':
      return (
        <SelectField
          {...common}
          value={number === null ? null : String(number)}
          choices={person.poos.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(next) => onChange(next === null ? null : Number(next))}
        />
      );
    case 'references':
      return (
        <OrdersField
          {...common}
          about={about}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
        />
      );
    case 'employee':
      return <SaleField lookup="colleague" {...common} about={about} value={number} onChange={onChange} />;
    case 'reference':
      return (
        <ReferenceField
          {...common}
          lookup={field.lookup ?? ''}
          about={about}
          value={number}
          onChange={onChange}
        />
      );
    default:
      return <TextField {...common} value={text} code={field.kind === 'code'} onChange={onChange} />;
  }
}

const boundsOf = ({ min, max }: DocumentField) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

interface IdFieldProps {
  readonly label: string;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly value: number | null;
  readonly onChange: (value: unknown) => void;
}

function ReferenceField({
  lookup,
  about,
  ...props
}: IdFieldProps & { lookup: string; about: FieldAbout }): ReactNode {
  if (isRelated(lookup)) return <SaleField {...props} lookup={lookup} about={about} />;
  if (lookup === 'supplier') return <SupplierField {...props} />;
  return (
    <RecordField {...props} kind={lookup} poo={lookup === 'tray' && about.pooId > 0 ? about.pooId : null} />
  );
}

function SupplierField({ value, onChange, ...common }: IdFieldProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['stock-suppliers'],
    queryFn: ({ signal }) => api.get<{ rows: readonly FoundSupplier[] }>('/stock-suppliers', { signal }),
  });
  const choices = (data?.rows ?? []).map(({ supplierId, supplier, city, stage }) => ({
    value: String(supplierId),
    label: city ? `${supplier}, ${city}` : supplier,
    disabled: stage !== 'active' && supplierId !== value,
  }));
  return (
    <SelectField
      {...common}
      value={value === null ? null : String(value)}
      choices={choices}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}

function RecordField({
  kind,
  poo,
  value,
  onChange,
  ...common
}: IdFieldProps & { kind: string; poo: number | null }): ReactNode {
  const { data } = useQuery({
    queryKey: ['stock-records', kind, poo],
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly { id: number; name: string }[] }>('/stock-records', {
        query: { kind, poo },
        signal,
      }),
  });
  return (
    <SelectField
      {...common}
      value={value === null ? null : String(value)}
      choices={(data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}

function OrdersField({
  about,
  value,
  onChange,
  ...common
}: Omit<IdFieldProps, 'value'> & {
  about: FieldAbout;
  value: readonly string[];
}): ReactNode {
  const { pooId: poo, supplierId: supplier } = about;
  const { data } = useQuery({
    queryKey: ['stock-purchases', poo, supplier],
    enabled: supplier !== null,
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly { id: string; number: string }[] }>('/stock-purchases', {
        query: { poo, supplier },
        signal,
      }),
  });
  const known = data?.rows ?? [];
  const others = value
    .filter((id) => !known.some((one) => one.id === id))
    .map((id) => ({ value: id, label: `#${id}` }));
  return (
    <MultiField
      {...common}
      value={value}
      choices={[...known.map(({ id, number }) => ({ value: id, label: number })), ...others]}
      onChange={onChange}
    />
  );
}
