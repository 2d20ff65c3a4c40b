import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentDef, DocumentField } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import type { Translate } from '#web/locales/translations.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useDocumentTranslations } from './translations.ts';

/** The place and required fields of a new document; everything else is edited in the document itself. */
export function BeginDialog({
  def,
  own,
  onDone,
  onClose,
}: {
  def: DocumentDef;
  own: Translate;
  onDone: (id: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useDocumentTranslations();
  const person = usePerson();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const place: DocumentField = { name: 'pooId', kind: 'place', required: true };
  const needed = def.header.filter(({ required, begin, shown }) => (required || begin) && !shown);
  const send = async ({ pooId, ...header }: Readonly<Record<string, unknown>>): Promise<boolean> => {
    setPending(true);
    setFailure(null);
    try {
      const { id } = await api.command(def.stream.name, 'new', 'draft', { pooId, header, lines: [] });
      onClose();
      onDone(id);
      return true;
    } catch (reason) {
      setFailure(failureOf(reason));
      return false;
    } finally {
      setPending(false);
    }
  };
  return (
    <ActionDialog
      title={t('beginTitle', { what: own('one') })}
      verb={t('create')}
      draft={[`${def.stream.name}.draft`, 'new']}
      fields={[place, ...needed]}
      start={{ pooId: person.primaryPooId ?? person.poos[0]?.id ?? null }}
      own={own}
      pending={pending}
      failure={failure}
      label={({ name }) => (name === 'pooId' ? t('place') : own(`header.${name}`))}
      onSend={send}
      onClose={onClose}
    />
  );
}
