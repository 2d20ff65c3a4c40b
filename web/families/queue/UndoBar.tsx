import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#shared/core/limits.ts';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { IconArrowBackUp, IconCircleCheck } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import type { Translate } from '#web/locales/translations.ts';
import { undoables } from './undoables.ts';
import type { Undoable } from './undoables.ts';
import { useQueueTranslations } from './translations.ts';

/** A bar that runs down by the server's clock while the decision can be undone. */
export function UndoBar({
  def,
  rows,
  empId,
  own,
  off,
  onUndo,
}: {
  def: QueueDef;
  rows: readonly QueueRow[];
  empId: number;
  own: Translate;
  off: string | null;
  onUndo: (one: Undoable) => void;
}): ReactNode {
  const t = useQueueTranslations();
  const now = useServerSecond();
  const list = undoables(def, rows, empId, now);
  const done = def.actions.find(({ undoable }) => undoable);
  return list.map((one, index) => {
    const left = Math.max(0, Math.ceil((one.until - now) / 1000));
    return (
      <div key={one.row.id} className="qu-undo" role="status">
        <IconCircleCheck size={16} className="ops-tone-ok" aria-hidden="true" />
        <span>
          {t('undoBar', {
            ref: one.row.ref,
            action: own(`stage.${one.row.stage ?? ''}`) || (done ? own(`action.${done.name}`) : ''),
          })}
        </span>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconArrowBackUp size={14} />}
          {...(index === list.length - 1
            ? { rightSection: <KeyHint keys="z" />, 'aria-keyshortcuts': 'z' }
            : {})}
          {...(off ? { disabled: true, title: off } : {})}
          onClick={() => onUndo(one)}
        >
          {t('undoLeft')} <span className="ops-figures qu-seconds">{left} s</span>
        </Button>
        <span
          className="qu-run"
          aria-hidden="true"
          style={{ transform: `scaleX(${Math.min(1, (left * 1000) / limits.undoMs)})` }}
        />
      </div>
    );
  });
}
