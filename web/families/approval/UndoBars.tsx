import type { ReactNode } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { UndoRun } from '#web/parts/UndoRun.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { kindOf } from './declaration.ts';
import { aboutOf } from './evidence.ts';
import { mayUndo } from './stage.ts';
import { useLabels } from './use-names.ts';
import { useApprovalTranslations } from './translations.ts';

/**
 * My decisions that can still be undone, newest first; derived from the rows, so that they survive a reload.
 */
export function undoable(rows: readonly ApprovalRow[], now: number): readonly ApprovalRow[] {
  return rows.filter((row) => mayUndo(row, now)).sort((a, b) => b.undoUntil!.localeCompare(a.undoUntil!));
}

const SHOWN = 3;

export function UndoBars({
  rows,
  off,
  pending,
  onUndo,
  onUndoAll,
}: {
  rows: readonly ApprovalRow[];
  off: string | null;
  pending: (id: string) => boolean;
  onUndo: (row: ApprovalRow) => void;
  onUndoAll: () => void;
}): ReactNode {
  const t = useApprovalTranslations();
  const list = undoable(rows, useServerSecond());
  const labels = useLabels(list);
  return (
    <div role="status" className="ap-undos">
      {list.length > 1 && (
        <div className="ap-undo-all">
          <span>{t('undoCount', { count: list.length })}</span>
          <ActionButton compact label={t('undoAll')} keys="Shift+Z" disabled={off} onClick={onUndoAll} />
        </div>
      )}
      {list.slice(0, SHOWN).map((row, index) => {
        const last = row.decisions.at(-1);
        const rejected = row.state === 'pendingReject';
        return (
          <UndoRun
            key={row.id}
            from={Date.parse(last?.at ?? row.undoUntil!)}
            until={Date.parse(row.undoUntil!)}
            keyed={index === 0}
            tone={rejected ? 'danger' : 'ok'}
            off={off}
            pending={pending(row.id)}
            onUndo={() => onUndo(row)}
          >
            {t(rejected ? 'undoRejected' : 'undoApproved', {
              ref: row.ref,
              name: row.requester.name,
              about: aboutOf(kindOf(row.kind), row, labels),
            })}
          </UndoRun>
        );
      })}
      {list.length > SHOWN && <p className="ap-undo-more">{t('undoMany', { count: list.length - SHOWN })}</p>}
    </div>
  );
}
