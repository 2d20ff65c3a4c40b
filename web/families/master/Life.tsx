import { useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterDef, MasterCommand, MasterRight } from '#shared/families/master-def.ts';
import type { HistoryEntry, Labels, MasterRow } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { toast } from '#web/parts/toast.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { nameOf } from './columns.tsx';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { CommandDialog } from './CommandFields.tsx';
import { commandsOf } from './use-command-form.ts';
import { UsedByList } from './UsedByList.tsx';

/** An action on a record, and why it is unavailable. */
export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly off: string | null;
  readonly main?: boolean;
  readonly primary?: boolean;
  readonly danger?: boolean;
  /** Changes the record's status. */
  readonly status?: boolean;
  /** The command itself, where nothing needs to be asked first. */
  readonly inPlace?: {
    readonly command: 'activate' | 'deactivate' | 'move';
    readonly input: Readonly<Record<string, unknown>>;
  };
  readonly run: () => void;
}

interface Prompted {
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

/** Lifecycle actions of a record that this person may take. */
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
  const [ordering, setOrdering] = useState<{ command: MasterCommand; row: MasterRow } | null>(null);
  const [prompted, setRequested] = useState<Prompted | null>(null);
  const [merging, setMerging] = useState<MasterRow | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const noRight = (what: MasterRight): string => t('off.right', { right: t(`right.${what}`) });
  const begin = (next: Omit<Prompted, 'key'>): void => {
    setFailure(null);
    setRequested({ ...next, key: newKey() });
  };
  const send = async (reason: string | null): Promise<boolean> => {
    if (!prompted || pending) return false;
    const { row, command, input = {} } = prompted;
    setPending(true);
    try {
      const answer = await api.command(
        'master',
        `${def.kind}-${row.id}`,
        command,
        { ...input, ...(reason ? { reason } : {}) },
        {
          key: prompted.key,
          ...(command === 'cancel' || command === 'revert' ? { version: row.version } : {}),
        },
      );
      setRequested(null);
      toast({ text: t('didIt', { what: prompted.yes, name: nameOf(def, row, speech) }), tone: 'ok' });
      onDone(row, answer.version);
      return true;
    } catch (error) {
      const reasonOf = failureOf(error);
      setFailure(reasonOf);
      if (!reasonOf.again) setRequested({ ...prompted, key: newKey() });
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
    for (const command of commandsOf(def).given) {
      if (row ? command.when && !command.when(row) : command.name === 'reactivate') continue; // one key, two sides
      const edits = command.name === 'editDetails';
      const keys = edits
        ? 'e'
        : command.name === 'deactivate' || command.name === 'reactivate'
          ? 'a'
          : String(++digit);
      list.push({
        id: `command.${command.name}`,
        label: own(`action.${command.name}`),
        keys,
        main: true,
        primary: edits,
        status: command.name === 'deactivate' || command.name === 'reactivate',
        danger: command.danger ?? false,
        off:
          none ??
          (hasRight(person, command.need)
            ? null
            : noRight(command.need.slice(command.need.lastIndexOf(':') + 1) as MasterRight)),
        run: () => row && setOrdering({ command, row }),
      });
    }
    if (def.source) return list;
    if (def.rights.includes('edit')) {
      const frozen =
        row && def.frozen?.includes(row.stage ?? '')
          ? t('off.frozen', { stage: own(`stage.${row.stage}`) })
          : null;
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
        if (
          (row && !step.from.includes(row.stage ?? def.stages.initial)) ||
          (step.screen !== undefined && step.screen !== def.name)
        )
          continue;
        const allowed = step.need ? hasRight(person, step.need) : right(step.right);
        const missing = row ? (step.requires ?? []).filter((one) => row.fields[one] == null) : [];
        const self =
          row !== null && step.notSelf !== undefined && Number(row.fields[step.notSelf]) === person.empId;
        list.push({
          id: `move.${action}`,
          label: own(`action.${action}`),
          keys: String(++digit),
          main: true,
          status: true,
          ...(step.requiresReason ? {} : { inPlace: { command: 'move', input: { action } } as const }),
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
              required: step.requiresReason ?? false,
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
        status: true,
        inPlace: { command: active ? 'deactivate' : 'activate', input: {} },
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
        run: () =>
          row &&
          begin({
            row,
            command: 'cancel',
            title: t('cancelTitle', { name }),
            text: t('cancelText'),
            yes: t('cancel'),
            danger: true,
          }),
      });
      if (def.mergeable)
        list.push({
          id: 'merge',
          label: t('merge'),
          off: none ?? (right('delete') ? null : noRight('delete')),
          run: () => row && setMerging(row),
        });
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
        {prompted && inUse && (
          <Dialog open onClose={() => setRequested(null)} width={560} title={prompted.title}>
            <p className="ma-plain">{failure!.message}</p>
            <UsedByList def={def} masters={masters} id={prompted.row.id} speech={speech} />
          </Dialog>
        )}
        {prompted && !inUse && (
          <ReasonDialog
            about={[`${def.name}.${String(prompted.input?.action ?? prompted.command)}`, prompted.row.id]}
            title={prompted.title}
            verb={prompted.yes}
            cancel={t('back')}
            danger={prompted.danger ?? false}
            label={prompted.required ? t('reason') : t('reasonOptional')}
            optional={!prompted.required}
            least={3}
            most={500}
            rows={2}
            sending={{ pending, failure }}
            send={(reason) => send(reason || null)}
            onClose={() => setRequested(null)}
          >
            {prompted.text && <p>{prompted.text}</p>}
          </ReasonDialog>
        )}
        {ordering && (
          <CommandDialog
            key={`${ordering.command.name} ${ordering.row.id}`}
            def={def}
            command={ordering.command}
            row={ordering.row}
            labels={labels}
            speech={speech}
            onClose={() => setOrdering(null)}
            onDone={({ version }) => {
              const { row, command } = ordering;
              setOrdering(null);
              toast({
                text: t('didIt', { what: own(`action.${command.name}`), name: nameOf(def, row, speech) }),
                tone: 'ok',
              });
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
