import type { ReactNode } from 'react';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef, DocumentEdit, DocumentField } from '#shared/families/document.ts';
import { formatDate, formatMoney, formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { FieldInput } from './FieldInput.tsx';
import { withHeader } from './pending.ts';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';

/** Records that a header names beside their ids. */
const namedBy: Readonly<Partial<Record<string, string>>> = {
  supplier: 'supplier',
  customer: 'customer',
  address: 'address',
  patient: 'patient',
  prescription: 'rxRef',
};

function shownText(
  field: DocumentField,
  value: unknown,
  header: Readonly<Record<string, unknown>>,
  own: Translate,
  yes: string,
  no: string,
): string {
  const lookup = field.lookup ?? '';
  const named = namedBy[lookup];
  if (named) return String(header[named] ?? '');
  // Identified by the name beside it, or by the lines.
  if (['stockReason', 'purchase', 'placeOfOperation', 'tray'].includes(lookup)) return '';
  if (value === null || value === undefined || value === '') return '';
  switch (field.kind) {
    case 'choice':
      return own(`${field.of ?? field.name}.${String(value)}`);
    case 'date':
      return formatDate(String(value));
    case 'money':
      return formatMoney(Number(value));
    case 'percent':
      return `${formatNumber(Number(value) / 100)} %`;
    case 'yesNo':
      return value === true ? yes : no;
    default:
      return String(value);
  }
}

/** The header above the lines: fields where it may be edited, plain text where it may not. */
export function HeaderFields({
  def,
  state,
  edit,
  own,
  open,
}: {
  def: DocumentDef;
  state: DocumentState;
  edit: DocumentEdit | null;
  own: Translate;
  open: OpenRecord;
}): ReactNode {
  const t = useDocumentTranslations();
  const header = Object.fromEntries(Object.entries(state.header));
  const typed = new Set(edit?.header ?? []);
  const fields = def.header.filter(
    (field) =>
      typed.has(field.name) || shownText(field, header[field.name], header, own, t('yes'), t('no')) !== '',
  );
  if (fields.length === 0) return null;
  return (
    <section className="do-header" aria-label={t('header')}>
      {fields.map((field) => {
        const label = own(`header.${field.name}`);
        if (typed.has(field.name))
          return (
            <FieldInput
              key={field.name}
              field={field}
              label={label}
              value={header[field.name]}
              own={own}
              lines={1}
              about={{
                pooId: state.pooId,
                supplierId: typeof header['supplierId'] === 'number' ? header['supplierId'] : null,
                customerId: typeof header['customerId'] === 'number' ? header['customerId'] : null,
              }}
              error={open.failure?.field === field.name && !open.failure.line ? open.failure.message : null}
              onChange={(value) => open.type((pending) => withHeader(pending, { [field.name]: value }))}
            />
          );
        return (
          <dl key={field.name}>
            <dt>{label}</dt>
            <dd>{shownText(field, header[field.name], header, own, t('yes'), t('no'))}</dd>
          </dl>
        );
      })}
    </section>
  );
}
