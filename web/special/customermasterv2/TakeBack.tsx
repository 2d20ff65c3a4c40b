import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentLine } from '#shared/masters/customer/documents.ts';
import { usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { shortestReason } from './Verdict.tsx';
import { useCustomerTranslations } from './translations.ts';

/** Removes a document added by mistake: a discreet button, then the reason. */
export function TakeBack({
  customerId,
  line,
  onDone,
}: {
  customerId: number;
  line: DocumentLine;
  onDone: () => void;
}): ReactNode {
  const t = useCustomerTranslations();
  const person = usePerson();
  const take = useCommand('customer', 'takeBackDocument');
  const draft = useDraft(`customer.takeBack.${line.no}`, customerId, { reason: '' });
  const [prompted, setRequested] = useState(false);
  const [tried, setTried] = useState(false);
  const reason = draft.values.reason.trim();
  const unsaid = reason.length < shortestReason;
  const send = async (): Promise<void> => {
    setTried(true);
    if (unsaid || !(await take.run(customerId, { no: line.no, reason }))) return;
    draft.done();
    onDone();
  };
  if (line.stands !== 'unchecked' && line.addedBy !== undefined && line.addedBy === person.empId)
    return <p className="ops-muted cu-verdict">{t('takeBackByAnother')}</p>;
  if (!prompted)
    return (
      <div className="cu-verdict-tools">
        <Button variant="subtle" color="danger" size="compact-sm" onClick={() => setRequested(true)}>
          {t('takeBackAsk')}
        </Button>
      </div>
    );
  return (
    <section className="cu-verdict" aria-label={t('takeBackAsk')}>
      {take.failure && (
        <InlineError failure={take.failure} {...(take.failure.again ? { onRetry: () => void send() } : {})} />
      )}
      <p>{t('takeBackText')}</p>
      <DraftNote draft={draft} />
      <ReasonField
        draft={draft}
        label={t('takeBackWhy')}
        hint={t('reasonHint')}
        error={tried && unsaid ? t('reasonMissing') : null}
        autoFocus
      />
      <div className="cu-verdict-tools">
        <Button variant="default" disabled={take.pending} onClick={() => setRequested(false)}>
          {t('keepIt')}
        </Button>
        <Button color="danger" loading={take.pending} onClick={() => void send()}>
          {t('takeBack')}
        </Button>
      </div>
    </section>
  );
}
