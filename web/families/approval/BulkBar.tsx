import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectedBar } from '#web/parts/SelectedBar.tsx';
import { bulkText, chosenFor } from './bulk.ts';
import { useApprovalTranslations } from './translations.ts';

export interface BulkBarProps {
  readonly rows: readonly ApprovalRow[];
  readonly off: string | null;
  readonly onDecide: (command: 'approveStep' | 'rejectStep', rows: readonly ApprovalRow[]) => void;
  readonly onNone: () => void;
}

/** Bulk actions, shown when more than one request is selected. */
export function BulkBar({ rows, off, onDecide, onNone }: BulkBarProps): ReactNode {
  const t = useApprovalTranslations();
  if (rows.length < 2) return null;
  const { fit } = chosenFor(rows, 'approveStep');
  const why = off ?? (fit.length === 0 ? t('bulkNone') : null);
  return (
    <SelectedBar
      label={t('bulkLabel')}
      refs={rows.map(({ ref }) => ref)}
      figures={
        <>
          {t('chosen', { count: rows.length })}
          {fit.length < rows.length && <> · {t('chosenFit', { fit: fit.length, count: rows.length })}</>}
        </>
      }
      onNone={onNone}
    >
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
    </SelectedBar>
  );
}
