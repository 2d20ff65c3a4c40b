import type { NewEvent } from '../../core/event.ts';
import type { Permission } from '../../core/permission.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import { maskSecret, secretsOf } from './secret.ts';
import { auditStream } from '../core/audit.ts';
import type { FieldConflict } from '../../core/merge-fields.ts';
import type { changesOf } from './changes.ts';
import { labelOf } from './holds.ts';
import { withChanges, type MasterState, type Proposed } from './state.ts';

type Deciding = Ctx & { readonly id: string };

/** A change split into what applies now and what waits for a second person. */
export interface Split {
  readonly now: Fields;
  readonly waiting: Fields;
}

/** Splits a change. Changes by the server itself, and of unchecked fields, apply at once. */
export function splitChecked({ checked }: MasterDef, now: Fields, ctx: Deciding): Split {
  if (!checked || ctx.viewer.kind === 'system') return { now, waiting: {} };
  const waits = (name: string): boolean => checked.fields.includes(name);
  const part = (keep: (name: string) => boolean): Fields =>
    Object.fromEntries(Object.entries(now).filter(([name]) => keep(name)));
  return { now: part((name) => !waits(name)), waiting: part(waits) };
}

/** A record's name: its first text that is no secret. */
function nameOf(def: MasterDef, fields: Fields): string {
  const field = def.fields.find(({ kind, secret }) => kind === 'text' && secret === undefined);
  return field === undefined ? '' : String(fields[field.name] ?? '');
}

/**
 * The event of a proposal, which names who may decide and where; none when nothing waits, refused while
 * another proposal waits.
 */
export function propose(
  def: MasterDef,
  state: Pick<MasterState, 'kind' | 'id' | 'proposed' | 'fields'>,
  waiting: Fields,
  reason?: string,
): NewEvent[] | Refusal {
  const [first] = Object.keys(waiting);
  if (first === undefined) return [];
  const { proposed } = state;
  if (proposed) return refuse('changeWaits', 409, { by: proposed.name, at: proposed.at }, first);
  return [
    {
      type: 'MasterRecordChangeProposed',
      data: {
        kind: state.kind,
        id: state.id,
        set: { [def.checked!.mark]: 1 },
        proposed: waiting,
        name: nameOf(def, state.fields),
        decides: { need: def.need('approve'), route: `/${def.route}?row=${state.id}` },
        ...(reason ? { reason } : {}),
      },
    },
  ];
}

/** Why this person may not decide over the proposal; the proposal otherwise. */
export function decidable(def: MasterDef, state: MasterState, ctx: Deciding): Proposed | Refusal {
  if (!def.checked) return refuse('wrongState', 409);
  if (!state.proposed) return refuse('nothingWaits', 409);
  if (ctx.viewer.kind !== 'system' && ctx.actor.empId === state.proposed.by)
    return refuse('selfApproval', 403);
  return state.proposed;
}

/** Refuses a step to the person who last changed one of the fields it vouches for. */
export function changedByMe(
  state: MasterState,
  names: readonly string[] | undefined,
  ctx: Deciding,
): Refusal | null {
  const me = ctx.actor.empId;
  return me !== null && names?.some((name) => state.touched[name]?.empId === me)
    ? refuse('selfApproval', 403)
    : null;
}

/** The step back caused by a change: verified documents must be verified again. */
export function returned(def: MasterDef, state: MasterState, now: Fields): NewEvent[] {
  const back = def.returns?.find(
    ({ fields, from }) => from.includes(state.stage ?? '') && fields.some((name) => name in now),
  );
  return back
    ? [
        {
          type: 'MasterRecordStageChanged',
          data: {
            kind: state.kind,
            id: state.id,
            action: 'returned',
            from: state.stage,
            to: back.to,
            iStatus: def.stages!.active.includes(back.to) ? 1 : 0,
          },
        },
      ]
    : [];
}

/** A conflict is shown to the author of one side, so both sides are masked. */
export function maskConflicts(def: MasterDef, conflicts: readonly FieldConflict[]): readonly FieldConflict[] {
  const secret = new Set(secretsOf(def).map(({ name }) => name));
  const mask = (value: unknown): unknown => (value == null ? value : maskSecret(value));
  return conflicts.map((one) =>
    secret.has(one.field) ? { ...one, mine: mask(one.mine), theirs: mask(one.theirs) } : one,
  );
}

/** The secrets of the kind's screens that this person may see, each in full. */
export function revealed(defs: readonly MasterDef[], state: MasterState, ctx: Deciding) {
  const secrets = new Map(defs.flatMap(secretsOf).map((field) => [field.name, field]));
  const open = [...secrets.values()].filter(
    ({ secret = [] }) => ctx.viewer.kind === 'system' || secret.some((need) => ctx.may(need)),
  );
  const first: Permission | undefined = [...secrets.values()][0]?.secret?.[0];
  if (first === undefined) return refuse('wrongState', 409);
  if (open.length === 0) return refuse('forbidden', 403, { permission: first });
  const part = (fields: Fields): Fields =>
    Object.fromEntries(open.flatMap(({ name }) => (fields[name] == null ? [] : [[name, fields[name]]])));
  const subject = `master-${ctx.id}`;
  return {
    events: [
      {
        stream: auditStream(subject),
        type: 'PersonalDataViewed',
        data: { subject, fields: open.map(({ name }) => name) },
      },
    ],
    answer: {
      fields: part(state.fields),
      proposed: state.proposed ? part(state.proposed.fields) : {},
    },
  };
}

/** Fields that the stream maintains itself cannot be set. */
export function keptGiven(def: MasterDef, given: Fields, ctx: Deciding): Refusal | null {
  const field = def.fields.find(({ kept, name }) => kept && given[name] !== undefined);
  return field ? refuse('fixedField', 422, { label: labelOf(def, field.name, ctx) }, field.name) : null;
}

/** The proposal as an ordinary change of the record. */
export function confirmed(def: MasterDef, state: MasterState, { fields, by }: Proposed): NewEvent {
  const now = { ...fields, [def.checked!.mark]: null };
  return {
    type: 'MasterRecordChangeConfirmed',
    data: {
      kind: state.kind,
      id: state.id,
      fields: now,
      before: Object.fromEntries(Object.keys(now).map((name) => [name, state.fields[name] ?? null])),
      proposedBy: by,
    },
  };
}

export const withProposal = (state: MasterState, { fields }: Proposed): Fields =>
  withChanges(state.fields, fields);

/** Without the fields that the stream maintains itself: an earlier version is restored without them. */
export function ownChanges(
  def: MasterDef,
  { now, before }: ReturnType<typeof changesOf>,
): ReturnType<typeof changesOf> {
  const kept = new Set(def.fields.filter((field) => field.kept).map(({ name }) => name));
  if (kept.size === 0) return { now, before };
  const without = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !kept.has(name)));
  return { now: without(now), before: without(before) };
}
