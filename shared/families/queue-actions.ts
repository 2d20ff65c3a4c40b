import type { QueueRow } from './queue-row.ts';

export interface QueueInput {
  readonly name: string;
  /** `employee`: somebody of the row's place; `slot`: a day and a half hour, sent as `appDate` and `slotFrom`. */
  readonly kind: 'text' | 'reason' | 'instant' | 'employee' | 'slot';
  readonly required: boolean;
}

/** One command an agent can give from the row or its panel. Its label is the translation `action.<name>`. */
export interface QueueAction {
  readonly name: string;
  /** Command path: aggregate and command; the id is the row's subject or its queue item. */
  readonly aggregate: 'queueitem' | string;
  readonly command: string;
  readonly key?: string;
  readonly right: 'view' | 'create' | 'edit' | 'approve';
  /** States of the row in which it is offered; `mine` asks that the viewer holds it. */
  readonly states: readonly QueueRow['state'][];
  /** Stages of the subject in which it is offered; left out: all. */
  readonly stages?: readonly string[];
  readonly mine?: boolean;
  /** Offered for pinned rows only, or for the others only. */
  readonly pinned?: boolean;
  /** Open to whom `notFor` keeps from working on the row, too. */
  readonly forAll?: boolean;
  readonly primary?: boolean;
  readonly danger?: boolean;
  /** Inputs asked for before it is sent. */
  readonly asks?: readonly QueueInput[];
  /** Sent as it is, beside what was asked. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly undoable?: boolean;
  /** Goes with the version one saw (`If-Match`). */
  readonly versioned?: boolean;
  /** The members of its answer that the panel shows to whoever asked, once. */
  readonly shows?: readonly { readonly name: string; readonly kind: 'phone' }[];
}

/** An action as a member declares it: on the subject's stream, in any state unless it says otherwise. */
export type OwnAction = Omit<QueueAction, 'aggregate' | 'states'> & Partial<Pick<QueueAction, 'states'>>;

const anyState: readonly QueueRow['state'][] = ['waiting', 'claimed', 'working', 'parked'];
const held: readonly QueueRow['state'][] = ['claimed', 'working'];

export interface ActionParts {
  readonly subject: string;
  readonly claimable: boolean;
  /** Stages in which the subject is open to work; left out: all. */
  readonly openStages?: readonly string[];
  readonly undo?: { readonly command: string; readonly stage: string; readonly right: QueueAction['right'] };
  readonly actions: readonly OwnAction[];
}

/** The member's actions among those of the family: claim first, the holder's own, hand back, the rest, the lead's. */
export function queueActions({ subject, claimable, openStages, undo, actions }: ActionParts): readonly QueueAction[] {
  const open = openStages ? { stages: openStages } : {};
  const own = actions.map((action): QueueAction => ({ states: anyState, ...action, aggregate: subject }));
  const item = { aggregate: 'queueitem', ...open } as const;
  const claim: QueueAction = { ...item, name: 'claim', command: 'claim', key: 'c', right: 'edit', states: ['waiting'], primary: true };
  const handBack: readonly QueueAction[] = [
    {
      ...item,
      name: 'release',
      command: 'release',
      key: 'l',
      right: 'edit',
      states: held,
      mine: true,
      asks: [{ name: 'reason', kind: 'reason', required: false }],
    },
    {
      ...item,
      name: 'park',
      command: 'park',
      key: 's',
      right: 'edit',
      states: held,
      mine: true,
      asks: [
        { name: 'until', kind: 'instant', required: true },
        { name: 'reason', kind: 'reason', required: true },
      ],
    },
  ];
  const takeOver: QueueAction = {
    ...item,
    name: 'takeOver',
    command: 'takeOver',
    key: 't',
    right: 'approve',
    states: held,
    mine: false,
    asks: [{ name: 'reason', kind: 'reason', required: true }],
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
    ? [{ name: 'undo', aggregate: subject, command: undo.command, key: 'z', right: undo.right, states: held, stages: [undo.stage], mine: true }]
    : [];
  return [
    ...(claimable ? [claim] : []),
    ...own.filter(({ mine }) => mine === true),
    ...(claimable ? handBack : []),
    ...undoing,
    ...own.filter(({ mine }) => mine !== true),
    ...(claimable ? [takeOver] : []),
    ...pins,
  ];
}
