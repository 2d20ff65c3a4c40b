import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { limits } from '#shared/core/limits.ts';
import { api } from '#web/live/api.ts';
import { AttemptKeys } from '#web/live/attempt-keys.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { sendEach } from '#web/live/send-each.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { Named, SelectedBar } from '#web/parts/SelectedBar.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { Reference } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { InputFields, useInputs } from './inputs.tsx';
import { useQueueTranslations } from './translations.ts';
import { targetOf } from './use-commands.ts';

export interface SeveralBarProps {
  readonly rows: readonly QueueRow[];
  readonly actions: readonly QueueAction[];
  readonly own: Translate;
  /** Why nothing may be sent now. */
  readonly off: string | null;
  readonly onAct: (action: QueueAction) => void;
  readonly onNone: () => void;
}

/** What can be done with the ticked rows together; shown from two on. */
export function SeveralBar({ rows, actions, own, off, onAct, onNone }: SeveralBarProps): ReactNode {
  const t = useQueueTranslations();
  const frame = useFrame();
  if (rows.length < 2) return null;
  return (
    <SelectedBar
      label={t('severalLabel')}
      refs={rows.map(({ ref }) => ref)}
      figures={frame('grid.selected', { count: rows.length })}
      onNone={onNone}
    >
      {actions.map((action) => (
        <ActionButton
          key={action.name}
          label={own(`action.${action.name}`)}
          {...(action.key ? { keys: action.key } : {})}
          {...(action.danger ? { danger: true } : { primary: true })}
          disabled={
            off ?? (rows.length > limits.bulkDecisions ? t('severalMost', { n: limits.bulkDecisions }) : null)
          }
          onClick={() => onAct(action)}
        />
      ))}
    </SelectedBar>
  );
}

interface Refused {
  readonly row: QueueRow;
  readonly failure: Failure;
}

export interface SeveralDialogProps {
  readonly def: QueueDef;
  readonly action: QueueAction;
  readonly rows: readonly QueueRow[];
  readonly own: Translate;
  /** Called with the rows that were refused. */
  readonly onSent: (refused: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Asks once and sends one command per row, each with its own idempotency key; what was refused is named with its
 * reason and stays selected.
 */
export function SeveralDialog({ def, action, rows, own, onSent, onClose }: SeveralDialogProps): ReactNode {
  const t = useQueueTranslations();
  const frame = useFrame();
  const language = useLanguage();
  const { draft, wrong, input } = useInputs(action, 'several');
  const [going] = useState(rows);
  const [keys] = useState(() => new AttemptKeys());
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const title = own(`action.${action.name}`);
  const places = new Set(going.map(({ pooId }) => pooId));
  const losing = [...new Set(going.flatMap(({ holder }) => holder?.name ?? []))];

  const sendOne = async (row: QueueRow): Promise<Refused | null> => {
    try {
      await keys.send([row.id, input], (key) =>
        api.command(action.aggregate, targetOf(def, action, row), action.command, input, { key }),
      );
      return null;
    } catch (error) {
      return { row, failure: failureOf(error) };
    }
  };
  /** Whether all were taken; else the input stays as a draft while the rest can be sent again. */
  const send = async (which: readonly QueueRow[]): Promise<boolean> => {
    setPending(true);
    const answers: Refused[] = [];
    await sendEach(which, sendOne, (one) => one && answers.push(one));
    setPending(false);
    const no = answers.toSorted((a, b) => which.indexOf(a.row) - which.indexOf(b.row));
    const done = going.length - no.length;
    onSent(no.map(({ row }) => row.id));
    if (no.length > 0) setRefused(no);
    else {
      toast({ text: t('severalDone', { action: title, count: done }), tone: 'ok' });
      onClose();
    }
    return no.length === 0;
  };
  if (refused) {
    /** Once one was taken, the input was used: it is nothing for the next rows. */
    const close = (): void => {
      if (refused.length < going.length) draft.done();
      onClose();
    };
    const again = refused.filter(({ failure }) => failure.again).map(({ row }) => row);
    return (
      <Dialog
        open
        onClose={close}
        pending={pending}
        title={t('severalResult', {
          action: title,
          done: going.length - refused.length,
          count: going.length,
        })}
        actions={
          <>
            {again.length > 0 && (
              <Button variant="default" loading={pending} onClick={() => void send(again)}>
                {frame('retry')}
              </Button>
            )}
            <Button data-autofocus onClick={close}>
              {frame('close')}
            </Button>
          </>
        }
      >
        <ul className="qu-refused">
          {refused.map(({ row, failure }) => (
            <li key={row.id}>
              <span className="ops-code">{row.ref}</span> {failure.message}{' '}
              <Reference id={failure.correlationId} />
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <SendDialog
      title={t('severalTitle', { action: title, count: going.length })}
      verb={title}
      danger={action.danger ?? false}
      sending={{ pending, failure: null }}
      draft={draft}
      wrong={wrong}
      send={() => send(going)}
      // `send` closes it, or shows what was refused
      onSent={() => undefined}
      onClose={onClose}
    >
      {(error) => (
        <div className="qu-ask">
          <p className="ops-muted">
            <Named refs={going.map(({ ref }) => ref)} />
          </p>
          {losing.length > 0 && (
            <p className="ops-tone-warn">
              {t('severalLosing', {
                names: new Intl.ListFormat(language, { type: 'conjunction' }).format(losing),
              })}
            </p>
          )}
          <InputFields
            inputs={action.inputs ?? []}
            draft={draft}
            own={own}
            error={error}
            pooId={places.size === 1 ? going[0]!.pooId : null}
          />
        </div>
      )}
    </SendDialog>
  );
}
