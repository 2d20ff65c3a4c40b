import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { hasComment } from '#shared/streams/approvals/approval/approval.machine.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import type { Decisions } from './use-decisions.ts';
import { useApprovalTranslations } from './translations.ts';

export interface ApproveWithCommentProps {
  readonly row: ApprovalRow;
  readonly decisions: Decisions;
  readonly disabled: string | null;
}

/** Approves with a comment that the subject receives, such as why a similar product is not the same. */
export function ApproveWithComment({ row, decisions, disabled }: ApproveWithCommentProps): ReactNode {
  const t = useApprovalTranslations();
  const [open, setOpen] = useState(false);
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  if (!row.actions.includes('approveStep')) return null;
  const send = (): void => {
    setTried(true);
    if (hasComment(comment))
      void decisions
        .send(row, 'approveStep', { comment: comment.trim() })
        .then((failed) => failed ?? setOpen(false));
  };
  if (!open)
    return (
      <ActionButton compact label={t('withComment')} disabled={disabled} onClick={() => setOpen(true)} />
    );
  return (
    <section className="ap-lower">
      <AreaField
        label={t('comment')}
        value={comment}
        required
        autoFocus
        maxLength={500}
        error={tried && !hasComment(comment) ? t('commentShort') : null}
        onChange={setComment}
      />
      <ActionButton
        label={t('commentApprove')}
        disabled={disabled}
        pending={decisions.pending(row.id) === 'approveStep'}
        onClick={send}
      />
    </section>
  );
}
