import type { ReactNode } from 'react';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef, DocumentEdit } from '#shared/families/document.ts';
import type { Translate } from '#web/locales/translations.ts';
import { FieldInput } from './FieldInput.tsx';
import { shownText } from './header-text.ts';
import { withHeader } from './pending.ts';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';

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
