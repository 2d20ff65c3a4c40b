import type { ReactNode } from 'react';
import type { FoundSupplier } from '#shared/families/document-wire.ts';
import type { DocumentField, DocumentLookup } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { MultiField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { FieldInput as AnyInput } from '#web/parts/field/FieldInput.tsx';
import type { Translate } from '#web/locales/translations.ts';
import type { FieldAbout } from './field-about.ts';
import { isRelated, SaleField } from './SaleField.tsx';

export interface FieldInputProps {
  readonly field: DocumentField;
  readonly label: string;
  readonly value: unknown;
  readonly own: Translate;
  readonly error: string | null;
  readonly disabled?: boolean;
  /** Lines of a paragraph that are shown while it is blank. */
  readonly lines?: number;
  readonly onChange: (value: unknown) => void;
  readonly onBlur?: () => void;
  /** The document's place and supplier, for fields that choose among theirs. */
  readonly about?: FieldAbout;
}

/** One field of a header or a dialog; its records are those of the document's place, supplier or customer. */
export function FieldInput({
  field,
  label,
  value,
  own,
  error,
  disabled = false,
  lines = 2,
  onChange,
  onBlur,
  about = { pooId: 0, supplierId: null },
}: FieldInputProps): ReactNode {
  return (
    <AnyInput
      field={field}
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      disabled={disabled}
      lines={lines}
      option={(one) => own(`${field.of ?? field.name}.${one}`)}
      {...(onBlur ? { onBlur } : {})}
      {...(isFound(field)
        ? {
            picker: () => (
              <Picker
                field={field}
                label={label}
                error={error}
                disabled={disabled}
                required={field.required ?? false}
                about={about}
                value={value}
                onChange={onChange}
              />
            ),
          }
        : {})}
    />
  );
}

/** Whether documents offer the records themselves; the search over all records finds the others. */
const isFound = ({ kind, lookup }: DocumentField): boolean =>
  kind !== 'reference' || (lookup !== undefined && (isRelated(lookup) || listed.includes(lookup)));
const listed: readonly DocumentLookup[] = [
  'supplier',
  'transporter',
  'tray',
  'stockReason',
  'placeOfOperation',
];

type PickerProps = Omit<IdFieldProps, 'value'> & {
  readonly field: DocumentField;
  readonly about: FieldAbout;
  readonly value: unknown;
};

function Picker({ field: { kind, lookup }, about, value, ...props }: PickerProps): ReactNode {
  const id = typeof value === 'number' ? value : null;
  if (kind === 'references')
    return <OrdersField {...props} about={about} value={Array.isArray(value) ? value.map(String) : []} />;
  if (kind === 'employee') return <SaleField {...props} lookup="colleague" about={about} value={id} />;
  if (lookup === undefined) return null;
  if (isRelated(lookup)) return <SaleField {...props} lookup={lookup} about={about} value={id} />;
  if (lookup === 'supplier') return <SupplierField {...props} value={id} />;
  const poo = lookup === 'tray' && about.pooId > 0 ? about.pooId : null;
  return <RecordField {...props} kind={lookup} poo={poo} value={id} />;
}

interface IdFieldProps {
  readonly label: string;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly value: number | null;
  readonly onChange: (value: unknown) => void;
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
