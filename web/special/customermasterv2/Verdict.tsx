import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentLine } from '#shared/masters/customer/documents.ts';
import { usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useCustomerTranslations } from './translations.ts';

/** Minimum length of the reason, as on the server. */
export const shortestReason = 3;

/** Verification of a document, shown below the document itself. */
export function Verdict({
  customerId,
  line,
  onDone,
}: {
  customerId: number;
  line: DocumentLine;
  onDone: (accepted: boolean) => void;
}): ReactNode {
  const t = useCustomerTranslations();
  const person = usePerson();
  const check = useCommand('customer', 'verifyDocument');
  const draft = useDraft(`customer.document.${line.no}`, customerId, { reason: '' });
  const [wanted, setWanted] = useState<boolean | null>(null);
  const reason = draft.values.reason.trim();
  const unsaid = reason.length < shortestReason;
  const send = async (accepted: boolean): Promise<void> => {
    setWanted(accepted);
    if (!accepted && unsaid) return;
    const done = await check.run(customerId, { no: line.no, accepted, ...(accepted ? {} : { reason }) });
    if (!done) return;
    draft.done();
    onDone(accepted);
  };
  if (line.addedBy !== undefined && line.addedBy === person.empId)
    return <p className="ops-muted cu-verdict">{t('somebodyElse')}</p>;
  return (
    <div className="cu-verdict">
      {check.failure && (
        <InlineError
          failure={check.failure}
          {...(check.failure.again && wanted !== null ? { onRetry: () => void send(wanted) } : {})}
        />
      )}
      <p>{t('checkHint')}</p>
      <DraftNote draft={draft} />
      <Field
        kind="paragraph"
        label={t('refuseWhy')}
        hint={t('refuseHint')}
        value={draft.values.reason}
        onChange={(text) => draft.put({ reason: text })}
        rows={2}
        maxLength={200}
        error={wanted === false && unsaid ? t('refuseMissing') : null}
      />
      <div className="cu-verdict-tools">
        <Button variant="default" color="danger" disabled={check.pending} onClick={() => void send(false)}>
          {t('refuse')}
        </Button>
        <Button loading={check.pending} onClick={() => void send(true)}>
          {t('accept')}
        </Button>
      </div>
    </div>
  );
}
