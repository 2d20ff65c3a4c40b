import { useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterDef, MasterOrder, MasterRight } from '#shared/families/master-def.ts';
import type { HistoryEntry, Labels, MasterRow } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { toast } from '#web/parts/toast.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { formatInstant } from '#web/words/formats.ts';
import { AskReason } from './AskReason.tsx';
import { nameOf } from './columns.tsx';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { OrderDialog } from './OrderFields.tsx';
import { ordersOf } from './use-order-form.ts';
import { UsedByList } from './UsedByList.tsx';

/** Something one can do with a record, and why not now. */
export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly off: string | null;
  readonly main?: boolean;
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly run: () => void;
}

interface Asked {
  readonly row: MasterRow;
  readonly command: 'activate' | 'deactivate' | 'cancel' | 'revert' | 'move';
  readonly title: string;
  readonly text?: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly required?: boolean;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly key: string;
}

export interface Life {
  offers(row: MasterRow | null): readonly Offer[];
  readonly revert: ((row: MasterRow) => (entry: HistoryEntry) => void) | null;
  readonly dialogs: ReactNode;
}

function useRights(def: MasterDef): (right: MasterRight) => boolean {
  const person = usePerson();
  return (right) => def.rights.includes(right) && hasRight(person, def.need(right));
}

/** The steps of a record's life as this person may take them. */
export function useLife({
  def,
  masters,
  labels,
  speech,
  onEdit,
  onDone,
}: {
  def: MasterDef;
  masters: Masters;
  labels: Labels;
  speech: Speech;
  onEdit: (row: MasterRow) => void;
  onDone: (row: MasterRow, version: number) => void;
}): Life {
  const { t, own } = speech;
  const right = useRights(def);
  const person = usePerson();
  const [ordering, setOrdering] = useState<{ order: MasterOrder; row: MasterRow } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [merging, setMerging] = useState<MasterRow | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const noRight = (what: MasterRight): string => t('off.right', { right: t(`right.${what}`) });
  const begin = (next: Omit<Asked, 'key'>): void => {
    setFailure(null);
    setAsked({ ...next, key: newKey() });
  };
  const send = async (reason: string | null): Promise<boolean> => {
    if (!asked || pending) return false;
    const { row, command, input = {} } = asked;
    setPending(true);
    try {
      const answer = await api.command(
        'master',
        `${def.kind}-${row.id}`,
        command,
        { ...input, ...(reason ? { reason } : {}) },
        { key: asked.key, ...(command === 'cancel' || command === 'revert' ? { version: row.version } : {}) },
      );
      setAsked(null);
      toast({ text: t('didIt', { what: asked.yes, name: nameOf(def, row, speech) }), tone: 'ok' });
      onDone(row, answer.version);
      return true;
    } catch (error) {
      const reasonOf = failureOf(error);
      setFailure(reasonOf);
      if (!reasonOf.again) setAsked({ ...asked, key: newKey() });
      return false;
    } finally {
      setPending(false);
    }
  };

  const offers = (row: MasterRow | null): readonly Offer[] => {
    const none = row === null ? t('off.choose') : row.iCancelFlag === 1 ? t('off.cancelled') : null;
    const kept = row !== null && def.keep?.includes(row.id) ? t('off.kept') : null;
    const list: Offer[] = [];
    const name = row ? nameOf(def, row, speech) : '';
    let digit = 0;
    for (const order of ordersOf(def).given) {
      if (row ? order.when && !order.when(row) : order.name === 'reactivate') continue; // one key, two sides
      const edits = order.name === 'editDetails';
      const keys = edits ? 'e' : order.name === 'deactivate' || order.name === 'reactivate' ? 'a' : String(++digit);
      list.push({
        id: `order.${order.name}`,
        label: own(`action.${order.name}`),
        keys,
        main: true,
        primary: edits,
        danger: order.danger ?? false,
        off: none ?? (hasRight(person, order.need) ? null : noRight(order.need.slice(order.need.lastIndexOf(':') + 1) as MasterRight)),
        run: () => row && setOrdering({ order, row }),
      });
    }
    if (def.source) return list;
    if (def.rights.includes('edit')) {
      const frozen = row && def.frozen?.includes(row.stage ?? '') ? t('off.frozen', { stage: own(`stage.${row.stage}`) }) : null;
      list.push({
        id: 'edit',
        label: t('edit'),
        keys: 'e',
        main: true,
        primary: true,
        off: none ?? (right('edit') ? frozen : noRight('edit')),
        run: () => row && onEdit(row),
      });
    }
    if (def.stages) {
      for (const [action, step] of Object.entries(def.stages.actions)) {
        if ((row && !step.from.includes(row.stage ?? def.stages.initial)) || (step.screen !== undefined && step.screen !== def.name)) continue;
        const allowed = step.need ? hasRight(person, step.need) : right(step.right);
        const missing = row ? (step.requires ?? []).filter((one) => row.fields[one] == null) : [];
        const self = row !== null && step.notSelf !== undefined && Number(row.fields[step.notSelf]) === person.empId;
        list.push({
          id: `move.${action}`,
          label: own(`action.${action}`),
          keys: String(++digit),
          main: true,
          off:
            none ??
            (!allowed
              ? noRight(step.right)
              : self
                ? t('off.self')
                : missing.length > 0
                  ? t('off.missing', { fields: missing.map((one) => own(`field.${one}`)).join(', ') })
                  : null),
          run: () =>
            row &&
            begin({
              row,
              command: 'move',
              title: `${own(`action.${action}`)} · ${name}`,
              yes: own(`action.${action}`),
              required: step.asksReason ?? false,
              input: { action },
            }),
        });
      }
    } else if (def.rights.includes('edit')) {
      const active = row?.iStatus !== 0;
      list.push({
        id: 'active',
        label: active ? t('deactivate') : t('activate'),
        keys: 'a',
        main: true,
        off: none ?? (right('edit') ? (active ? kept : null) : noRight('edit')),
        run: () =>
          row &&
          begin({
            row,
            command: active ? 'deactivate' : 'activate',
            title: active ? t('deactivateTitle', { name }) : t('activateTitle', { name }),
            ...(active ? { text: t('deactivateText') } : {}),
            yes: active ? t('deactivate') : t('activate'),
          }),
      });
    }
    if (def.rights.includes('delete')) {
      list.push({
        id: 'cancel',
        label: t('cancel'),
        keys: 'Delete',
        danger: true,
        off: none ?? (right('delete') ? kept : noRight('delete')),
        run: () => row && begin({ row, command: 'cancel', title: t('cancelTitle', { name }), text: t('cancelText'), yes: t('cancel'), danger: true }),
      });
      if (def.mergeable)
        list.push({ id: 'merge', label: t('merge'), off: none ?? (right('delete') ? null : noRight('delete')), run: () => row && setMerging(row) });
    }
    return list;
  };

  const inUse = failure?.code === 'masterInUse' || failure?.code === 'masterInUseActive';
  return {
    offers,
    revert:
      !def.source && right('edit')
        ? (row) => (entry) =>
            begin({
              row,
              command: 'revert',
              title: t('revertTitle', { name: nameOf(def, row, speech) }),
              text: t('revertText', { time: formatInstant(entry.at), by: speech.author(entry.by) }),
              yes: t('revert'),
              input: { version: entry.version },
            })
        : null,
    dialogs: (
      <>
        {asked && inUse && (
          <Dialog open onClose={() => setAsked(null)} width={560} title={asked.title}>
            <p className="ma-plain">{failure!.message}</p>
            <UsedByList def={def} masters={masters} id={asked.row.id} speech={speech} />
          </Dialog>
        )}
        {asked && !inUse && (
          <AskReason
            about={[`${def.name}.${String(asked.input?.action ?? asked.command)}`, asked.row.id]}
            title={asked.title}
            text={asked.text}
            yes={asked.yes}
            danger={asked.danger ?? false}
            required={asked.required ?? false}
            pending={pending}
            failure={failure}
            t={t}
            onSend={send}
            onClose={() => setAsked(null)}
          />
        )}
        {ordering && (
          <OrderDialog
            key={`${ordering.order.name} ${ordering.row.id}`}
            def={def}
            order={ordering.order}
            row={ordering.row}
            labels={labels}
            speech={speech}
            onClose={() => setOrdering(null)}
            onDone={({ version }) => {
              const { row, order } = ordering;
              setOrdering(null);
              toast({ text: t('didIt', { what: own(`action.${order.name}`), name: nameOf(def, row, speech) }), tone: 'ok' });
              onDone(row, version);
            }}
          />
        )}
        {merging && (
          <MergeDialog
            def={def}
            row={merging}
            speech={speech}
            onClose={() => setMerging(null)}
            onDone={(version) => {
              const row = merging;
              setMerging(null);
              onDone(row, version);
            }}
          />
        )}
      </>
    ),
  };
}
