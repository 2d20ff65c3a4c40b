import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectedBar } from '#web/parts/SelectedBar.tsx';
import { limits } from '#shared/core/limits.ts';
import { bulkText, chosenFor } from './bulk.ts';
import { kindOf } from './declaration.ts';
import { glanceOf } from './evidence.ts';
import { useLabels } from './use-names.ts';
import { useChecks } from './use-status.ts';
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
  const labels = useLabels(rows);
  const { fails, checked } = useChecks(
    rows.length < 2
      ? []
      : rows
          .filter((row) => row.actions.includes('approveStep') && kindOf(row.kind)?.recheck === 'effect')
          .slice(0, limits.bulkDecisions)
          .map(({ id }) => id),
  );
  if (rows.length < 2) return null;
  const { fit: decidable } = chosenFor(rows, 'rejectStep');
  const { fit } = chosenFor(rows, 'approveStep', fails);
  const why = off ?? (decidable.length === 0 ? t('bulkNone') : null);
  return (
    <SelectedBar
      label={t('bulkLabel')}
      refs={rows.map((row) => {
        const glance = glanceOf(kindOf(row.kind), row, labels);
        return glance ? `${row.ref} (${glance})` : row.ref;
      })}
      figures={
        <>
          {t('chosen', { count: rows.length })}
          {decidable.length < rows.length && (
            <> · {t('chosenFit', { fit: decidable.length, count: rows.length })}</>
          )}
        </>
      }
      onNone={onNone}
    >
      <ActionButton
        label={bulkText(t, 'bulkApprove', fit.length, rows.length)}
        primary
        disabled={why ?? (checked ? null : t('bulkChecking'))}
        onClick={() => onDecide('approveStep', rows)}
      />
      <ActionButton
        label={bulkText(t, 'bulkReject', decidable.length, rows.length)}
        danger
        disabled={why}
        onClick={() => onDecide('rejectStep', rows)}
      />
    </SelectedBar>
  );
}
