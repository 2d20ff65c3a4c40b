import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { hasComment } from '#shared/streams/approvals/approval/approval.machine.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import type { Decisions } from './use-decisions.ts';
import { useApprovalTranslations } from './translations.ts';

/** Approves less than requested, with the reason; more is not possible. */
export function LowerAmount({
  row,
  decisions,
  disabled,
}: {
  readonly row: ApprovalRow;
  readonly decisions: Decisions;
  readonly disabled: string | null;
}): ReactNode {
  const t = useApprovalTranslations();
  const [open, setOpen] = useState(false);
  const [amount, setAmount] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  if (row.amountNow === null || row.amountFixed || !row.actions.includes('approveStep')) return null;
  const most = row.amountNow;
  const wrong = amount === null || amount < 1 || amount >= most ? t('lowerWrong') : null;
  const send = (): void => {
    setTried(true);
    if (wrong === null && hasComment(comment))
      void decisions
        .send(row, 'approveStep', { amount, comment: comment.trim() })
        .then((failed) => failed ?? setOpen(false));
  };
  if (!open)
    return <ActionButton compact label={t('lower')} disabled={disabled} onClick={() => setOpen(true)} />;
  return (
    <section className="ap-lower">
      <NumberField
        label={t('lowerAmount')}
        value={amount}
        money
        required
        max={most}
        error={tried ? wrong : null}
        onChange={setAmount}
      />
      <AreaField
        label={t('comment')}
        value={comment}
        required
        maxLength={500}
        error={tried && !hasComment(comment) ? t('commentShort') : null}
        onChange={setComment}
      />
      <ActionButton
        label={t('lowerApprove')}
        disabled={disabled}
        pending={decisions.pending(row.id) === 'approveStep'}
        onClick={send}
      />
    </section>
  );
}
