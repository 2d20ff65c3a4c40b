import type { Field } from './field.ts';
import type { QueueRow } from './queue-row.ts';

/** What an input of an action can pick beside the records of masters. */
export const queueLookups = ['lossReason'] as const;

export interface QueueInput extends Field {
  readonly lookup?: (typeof queueLookups)[number];
  readonly required: boolean;
  /** Of a `choice`: each value has the translation `<of>.<value>`. */
  readonly options?: readonly string[];
  readonly of?: string;
}

/** One command that can be sent from a row or its panel. Its label is the translation `action.<name>`. */
export interface QueueAction {
  readonly name: string;
  /** Stream name of the command's path; its key is the row's subject or its queue item. */
  readonly aggregate: 'queueitem' | string;
  readonly command: string;
  readonly key?: string;
  readonly right: 'view' | 'create' | 'edit' | 'approve';
  /** Row states in which it is offered; `mine` requires that the viewer holds the row. */
  readonly states: readonly QueueRow['state'][];
  /** Stages of the subject in which it is offered; default: all. */
  readonly stages?: readonly string[];
  readonly mine?: boolean;
  /** Offered only for pinned rows (true) or only for others (false). */
  readonly pinned?: boolean;
  /** Also offered to people that `notFor` excludes from the row. */
  readonly forAll?: boolean;
  readonly primary?: boolean;
  readonly danger?: boolean;
  /** Inputs of the dialog. */
  readonly inputs?: readonly QueueInput[];
  /** Constant input, sent along with the dialog's. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly undoable?: boolean;
  /** May be sent for several selected rows at once, each with a command and an answer of its own. */
  readonly several?: true;
  /** Sends the version that was seen (`If-Match`). */
  readonly versioned?: boolean;
  /**
   * Makes a new record about the row instead of changing one: the id is `new`, and `subject` names the row's
   * stream.
   */
  readonly begins?: boolean;
  /** With `begins`, where the new record is about another stream: the column with its name, and the input that names the row. */
  readonly about?: { readonly subject: string; readonly input: string };
  /** Members of the answer that the panel shows once to the sender. */
  readonly shows?: readonly { readonly name: string; readonly kind: 'phone' }[];
}

/**
 * An action as a member declares it: on the subject's stream, in any state unless `states` says otherwise.
 */
export type OwnAction = Omit<QueueAction, 'aggregate' | 'states'> &
  Partial<Pick<QueueAction, 'aggregate' | 'states'>>;

const anyState: readonly QueueRow['state'][] = ['waiting', 'claimed', 'working', 'parked'];
const held: readonly QueueRow['state'][] = ['claimed', 'working'];

export interface ActionParts {
  readonly subject: string;
  readonly claimable: boolean;
  /** Rows are worked on by calling. */
  readonly dialled?: boolean;
  /** Stages in which the subject can be worked on; default: all. */
  readonly openStages?: readonly string[];
  readonly undo?: { readonly command: string; readonly stage: string; readonly right: QueueAction['right'] };
  readonly actions: readonly OwnAction[];
}

/** All actions in display order: claim, the holder's own, release, the rest, the team lead's. */
export function queueActions({
  subject,
  claimable,
  dialled = false,
  openStages,
  undo,
  actions,
}: ActionParts): readonly QueueAction[] {
  const open = openStages ? { stages: openStages } : {};
  const own = actions.map((action): QueueAction => ({ states: anyState, aggregate: subject, ...action }));
  const item = { aggregate: 'queueitem', ...open } as const;
  const claim: QueueAction = {
    ...item,
    name: 'claim',
    command: 'claim',
    key: 'c',
    right: 'edit',
    states: ['waiting'],
    primary: true,
  };
  const handBack: readonly QueueAction[] = [
    {
      ...item,
      name: 'release',
      command: 'release',
      key: 'l',
      right: 'edit',
      states: held,
      mine: true,
      inputs: [{ name: 'reason', kind: 'paragraph', required: false }],
    },
    {
      ...item,
      name: 'park',
      command: 'park',
      key: 's',
      right: 'edit',
      states: held,
      mine: true,
      inputs: [
        { name: 'until', kind: 'datetime', from: 'today', required: true },
        { name: 'reason', kind: 'paragraph', required: true },
      ],
    },
  ];
  const call: QueueAction = {
    ...open,
    ...{
      name: 'call',
      aggregate: 'call',
      command: 'placeCall',
      key: 'd',
      right: 'edit',
      states: held,
      mine: true,
      primary: true,
      begins: true,
    },
  };
  const takeOver: QueueAction = {
    ...item,
    name: 'takeOver',
    command: 'takeOver',
    key: 't',
    right: 'approve',
    states: held,
    mine: false,
    inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
  };
  const assign: QueueAction = {
    ...item,
    name: 'assign',
    command: 'assign',
    key: 'w',
    several: true,
    right: 'approve',
    states: anyState,
    forAll: true,
    inputs: [
      { name: 'empId', kind: 'employee', required: true },
      { name: 'reason', kind: 'paragraph', required: true },
    ],
  };
  const pins = [true, false].map((pinned): QueueAction => ({
    ...item,
    name: pinned ? 'pin' : 'unpin',
    command: 'pin',
    right: 'approve',
    states: anyState,
    pinned: !pinned,
    input: { pinned },
    forAll: true,
  }));
  const undoing: readonly QueueAction[] = undo
    ? [
        {
          name: 'undo',
          aggregate: subject,
          command: undo.command,
          key: 'z',
          right: undo.right,
          states: held,
          stages: [undo.stage],
          mine: true,
        },
      ]
    : [];
  return [
    ...(claimable ? [claim] : []),
    ...(dialled ? [call] : []),
    ...own.filter(({ mine }) => mine === true),
    ...(claimable ? handBack : []),
    ...undoing,
    ...own.filter(({ mine }) => mine !== true),
    ...(claimable ? [takeOver, assign] : []),
    ...pins,
  ];
}
