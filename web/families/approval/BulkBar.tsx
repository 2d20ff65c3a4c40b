import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { bulkText, chosenFor } from './bulk.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { useApprovalTranslations } from './translations.ts';

/** So many requests are named, the others counted. */
const NAMED = 4;

export interface BulkBarProps {
  readonly rows: readonly ApprovalRow[];
  readonly off: string | null;
  readonly onDecide: (command: 'approveStep' | 'rejectStep', rows: readonly ApprovalRow[]) => void;
  readonly onNone: () => void;
}

/** Bulk actions, shown when more than one request is selected. */
export function BulkBar({ rows, off, onDecide, onNone }: BulkBarProps): ReactNode {
  const t = useApprovalTranslations();
  const language = useLanguage();
  if (rows.length < 2) return null;
  const { fit } = chosenFor(rows, 'approveStep');
  const refs = rows.slice(0, NAMED).map(({ ref }) => ref);
  const more = rows.length - refs.length;
  const named = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    more > 0 ? [...refs, t('chosenMore', { count: more })] : refs,
  );
  const why = off ?? (fit.length === 0 ? t('bulkNone') : null);
  return (
    <div className="ap-bulk" role="region" aria-label={t('bulkLabel')}>
      <span className="ops-figures">
        {t('chosen', { count: rows.length })}
        {fit.length < rows.length && <> · {t('chosenFit', { fit: fit.length, count: rows.length })}</>}
      </span>
      <span className="ap-bulk-names">{named}</span>
      <ActionButton
        label={bulkText(t, 'bulkApprove', fit.length, rows.length)}
        primary
        disabled={why}
        onClick={() => onDecide('approveStep', rows)}
      />
      <ActionButton
        label={bulkText(t, 'bulkReject', fit.length, rows.length)}
        danger
        disabled={why}
        onClick={() => onDecide('rejectStep', rows)}
      />
      <ActionButton label={t('unchoose')} onClick={onNone} />
    </div>
  );
}
