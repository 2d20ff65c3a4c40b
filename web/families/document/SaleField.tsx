import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { CustomerChoices, FoundCustomer, FoundSubstitute } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { formatDate, formatMoney, formatNumber } from '#web/locales/formats.ts';
import type { FieldAbout } from './field-about.ts';

const kinds = [
  'customer',
  'address',
  'patient',
  'prescription',
  'substitute',
  'pharmacist',
  'colleague',
] as const;
type Kind = (typeof kinds)[number];
export const isRelated = (lookup: string): lookup is Kind => kinds.some((kind) => kind === lookup);

interface Choice {
  readonly value: string;
  readonly label: string;
}
export interface SaleFieldProps {
  readonly lookup: Kind;
  readonly label: string;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly about: FieldAbout;
  readonly value: number | null;
  readonly onChange: (value: unknown) => void;
}

const choicesFrom = (kind: Kind, data: unknown): readonly Choice[] => {
  if (!data) return [];
  if (kind === 'customer')
    return (data as { rows: readonly FoundCustomer[] }).rows.map(({ customerId, name, phone }) => ({
      value: String(customerId),
      label: phone ? `${name}, ${phone}` : name,
    }));
  if (kind === 'substitute')
    return (data as { rows: readonly FoundSubstitute[] }).rows.map(
      ({ productId, product, mrpPaise, available }) => ({
        value: String(productId),
        label: `${product} · ${formatMoney(mrpPaise)} · ${formatNumber(available)}`,
      }),
    );
  if (kind === 'pharmacist' || kind === 'colleague')
    return (data as { rows: readonly { id: number; name: string }[] }).rows.map(({ id, name }) => ({
      value: String(id),
      label: name,
    }));
  const { addresses, patients, prescriptions } = data as CustomerChoices;
  if (kind === 'address')
    return addresses.map(({ no, line, pincode }) => ({ value: String(no), label: `${line}, ${pincode}` }));
  if (kind === 'patient') return patients.map(({ id, name }) => ({ value: String(id), label: name }));
  return prescriptions.map(({ id, ref, patient, on }) => ({
    value: String(id),
    label: `${ref} · ${patient} · ${formatDate(on)}`,
  }));
};

type FieldProps = Omit<SaleFieldProps, 'lookup'>;

/** A customer of the place, found by name, number or phone. */
function CustomerField({ about, value, onChange, ...common }: FieldProps): ReactNode {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const find = useCallback(
    async (q: string, signal: AbortSignal): Promise<readonly Choice[]> =>
      choicesFrom(
        'customer',
        await api.get<unknown>('/sale-customers', { query: { poo: about.pooId, q }, signal }),
      ),
    [about.pooId],
  );
  const { data } = useQuery({
    queryKey: ['/sale-customers', about.pooId, value],
    enabled: value !== null && chosen?.value !== String(value),
    queryFn: ({ signal }) =>
      api.get<unknown>('/sale-customers', { query: { poo: about.pooId, id: value ?? 0 }, signal }),
  });
  const known =
    value === null
      ? null
      : chosen?.value === String(value)
        ? chosen
        : (choicesFrom('customer', data)[0] ?? { value: String(value), label: `#${value}` });
  return (
    <LookupField
      {...common}
      key={known?.label ?? ''}
      find={find}
      value={known}
      onChange={(next) => {
        setChosen(next);
        onChange(next === null ? null : Number(next.value));
      }}
    />
  );
}

/** A record that an order, a pick list or a challan names, chosen among matching ones. */
export function SaleField(props: SaleFieldProps): ReactNode {
  const { lookup, ...rest } = props;
  return lookup === 'customer' ? <CustomerField {...rest} /> : <ListedField {...rest} kind={lookup} />;
}

function ListedField({
  kind,
  about,
  value,
  onChange,
  ...common
}: FieldProps & { kind: Exclude<Kind, 'customer'> }): ReactNode {
  const { pooId, customerId = null, productId = null } = about;
  const choices = { path: '/sale-choices', query: { customer: customerId ?? 0 } };
  const asked = {
    address: choices,
    patient: choices,
    prescription: choices,
    substitute: { path: '/sale-substitutes', query: { poo: pooId, product: productId ?? 0 } },
    pharmacist: { path: '/sale-people', query: { poo: pooId, kind: 'pharmacist' } },
    colleague: { path: '/sale-people', query: { poo: pooId, kind: 'colleague' } },
  }[kind];
  const { data } = useQuery({
    queryKey: [asked.path, asked.query],
    enabled: asked === choices ? customerId !== null : pooId > 0,
    queryFn: ({ signal }) => api.get<unknown>(asked.path, { query: asked.query, signal }),
  });
  return (
    <SelectField
      {...common}
      value={value === null ? null : String(value)}
      choices={choicesFrom(kind, data)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
