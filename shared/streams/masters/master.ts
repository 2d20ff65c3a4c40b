import * as texts from '../../core/texts.ts';
import { z } from 'zod';
import { clockTime } from '../../core/day.ts';
import { note } from '../../core/fields.ts';
import type { Permission } from '../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, defineStream, type Ctx, type StreamDef } from '../../core/stream.ts';
import type { NewEvent } from '../../core/event.ts';
import { textIn } from '../../core/translations.ts';
import type {
  Fields,
  CheckedReference,
  MasterDef,
  MasterRight,
  StageAction,
} from '../../families/master-def.ts';
import { boundOf, reaches } from './scope.ts';
import { movedOut } from './moved-out.ts';
import { conflictRefusal, conflictsOf } from '../../core/merge-fields.ts';
import { bad, numbered } from './given.ts';
import { changesOf, changeType } from './changes.ts';
import { keyReads, labelOf, moveLeases, moveStage, spanReads, stageReads } from './holds.ts';
import {
  insideReads,
  insideExists,
  namedIn,
  newlyNamed,
  referenceReads,
  referencesStand,
  statusOf,
  withTaken,
} from './references.ts';
import { secondPersonCommands } from './second-person-commands.ts';
import { eachPlaced } from './placed.ts';
import { paperIds, paperReads, papersNeed, withPapers } from './papers.ts';
import { activeUses, inForce, stageProblem, stepsTo, type Uses } from './later-changes.ts';
import { moveSeat, ownSeatReads, seatReads, seatedKinds, seatsStand } from './seats.ts';
import {
  changedByMe,
  keptGiven,
  maskConflicts,
  ownChanges,
  propose,
  returned,
  splitChecked,
} from './second-person.ts';
import { masterEvents, masterSchemas } from './events.ts';
import type { MasterEvent, MasterState } from './state.ts';
import { evolveMaster, fieldsAt, nothing, splitKey, withChanges } from './state.ts';
import { masterStreamTranslations } from './translations.ts';

const fields = z.record(texts.token().max(60), texts.unread());
const reason = note(500).optional();
type Deciding = Ctx & { readonly id: string };

/** The stream of every record of every master: `master-<kind>-<id>`. The kinds are passed in. */
export function masterStream(defs: readonly MasterDef[]): StreamDef<MasterState> {
  const own = defs.filter((def) => !def.source);
  const byKind = Map.groupBy(own, (def) => def.kind);
  const anyByKind = new Map([...defs].reverse().map((def) => [def.kind, def]));
  const needs = (right: MasterRight): Permission[] => [
    ...new Set(own.filter((def) => def.rights.includes(right)).map((def) => def.need(right))),
  ];
  const defOf = (kind: string): MasterDef | undefined => anyByKind.get(kind);
  const kindOf = (id: string): MasterDef | undefined => byKind.get(splitKey(id).kind)?.[0];
  const seated = seatedKinds(own);
  const all = (def: MasterDef, values: Fields, old: MasterState | null) => ({
    ...keyReads(def, values),
    ...keyReads(def, old?.fields ?? values),
    ...spanReads(def, values),
    ...(old
      ? { ...spanReads(def, old.fields), ...ownSeatReads(seated, old.kind, old.id) }
      : seatReads(def, values)),
    ...referenceReads(newlyNamed(def, old?.fields ?? null, values), defOf),
    ...insideReads(def, values),
    ...paperReads(def, old?.fields ?? null, values),
  });

  /** The kind's declaration, or why this person may not do that to this record. */
  const open = (
    state: MasterState,
    right: MasterRight,
    ctx: Deciding,
    only?: StageAction,
  ): MasterDef | Refusal => {
    const all = byKind.get(splitKey(ctx.id).kind);
    if (!all) return refuse('unknownKind', 404);
    if (only?.need && ctx.viewer.kind !== 'system' && !ctx.may(only.need))
      return refuse('forbidden', 403, { permission: only.need });
    const screens = only?.screen ? all.filter((def) => def.name === only.screen) : all;
    if (only?.need) return state.cancelled ? refuse('masterCancelled', 409) : all[0]!;
    if (
      ctx.viewer.kind !== 'system' &&
      !screens.some((def) => def.rights.includes(right) && ctx.may(def.need(right)))
    )
      return refuse('forbidden', 403, { permission: screens[0]!.need(right) });
    return state.cancelled ? refuse('masterCancelled', 409) : all[0]!;
  };

  /** For a kind with several screens, the right of any screen with the field is enough to change it. */
  const mayChange = (state: MasterState, field: string, ctx: Deciding): boolean =>
    ctx.viewer.kind === 'system' ||
    byKind
      .get(state.kind)!
      .some(
        (def) =>
          def.rights.includes('edit') &&
          (!def.changeable || def.changeable.includes(field)) &&
          ctx.may(def.need('edit')),
      );

  const weighedBy = (def: MasterDef, actions: readonly StageAction[], values: Fields) =>
    referenceReads(
      namedIn(def.fields, values).filter(({ lookup }) =>
        actions.some((action) => action.weighs?.includes(lookup)),
      ),
      defOf,
    );
  const namedBy =
    (ctx: Deciding): CheckedReference =>
    (kind, of) => {
      const other = ctx.read[`ref:${kind}:${String(of)}`] as MasterState | undefined;
      return other && { ...other.fields, stage: other.stage };
    };

  /** Applies one set of changes to a record: checked as a whole, with its keys and references. */
  const change = (def: MasterDef, state: MasterState, changes: Fields, ctx: Deciding, more: Fields) => {
    const checked = def.check(withChanges(state.fields, changes), { today: ctx.today, before: state.fields });
    if (checked.problems) return bad(def, checked.problems, ctx);
    // Restored values are accepted as they were.
    const papered =
      more.revertedTo === undefined ? withPapers(def, state.fields, checked.fields, ctx) : checked.fields;
    if (isRefusal(papered)) return papered;
    const { now, before } = ownChanges(def, changesOf(state.fields, papered));
    if (Object.keys(now).length > 0) {
      const shut = inForce(def, state, ctx.today);
      if (shut) return shut;
      const problem = stageProblem(def, state.stage, checked.fields, namedBy(ctx));
      if (problem) return bad(def, [problem], ctx);
    }
    if (def.frozen?.includes(state.stage ?? ''))
      return refuse('frozenStage', 422, {
        stage: textIn(def.stages!.names[state.stage!]!, ctx.viewer.language),
      });
    const closed = Object.keys(now).find((name) => !mayChange(state, name, ctx));
    if (closed) return refuse('fixedField', 422, { label: labelOf(def, closed, ctx) }, closed);
    if (Object.keys(now).length === 0) return { events: [], answer: { changed: [] } };
    for (const name of Object.keys(now)) {
      const field = def.fields.find((one) => one.name === name);
      if (field?.readOnly && before[name] != null)
        return refuse('fixedField', 422, { label: labelOf(def, name, ctx) }, name);
      if (field?.readOnlyAfterUse && Number(ctx.prepared?.used ?? 0) > 0)
        return refuse(
          'usedReadOnly',
          422,
          { label: labelOf(def, name, ctx), n: Number(ctx.prepared.used) },
          name,
        );
    }
    const status =
      movedOut(def, state.fields, checked.fields, ctx) ??
      referencesStand(def, checked.fields, newlyNamed(def, state.fields, checked.fields), defOf, ctx) ??
      insideExists(def, checked.fields, ctx) ??
      seatsStand(seated, state.kind, now, ctx);
    if (status) return status;
    const split = splitChecked(def, now, ctx);
    const names = Object.keys(split.now);
    const proposal = propose(def, state, split.waiting, more.reason as string | undefined);
    if (isRefusal(proposal)) return proposal;
    const holds = moveLeases(def, state.fields, withChanges(state.fields, split.now), ctx);
    if (isRefusal(holds)) return holds;
    const old = Object.fromEntries(names.map((name) => [name, before[name]]));
    return {
      events: [
        ...(names.length > 0
          ? [
              {
                type: changeType(def, split.now, old),
                data: { kind: state.kind, id: state.id, fields: split.now, before: old, ...more },
              },
            ]
          : []),
        ...proposal,
        ...returned(def, state, split.now),
        ...holds,
      ],
      answer: {
        changed: names,
        ...(proposal.length > 0 ? { waiting: Object.keys(split.waiting) } : {}),
      },
    };
  };

  const freed = (state: MasterState, ctx: { readonly id: string }) => {
    const def = kindOf(ctx.id);
    return def ? seatReads(def, state.fields) : {};
  };

  /** Releases everything a removed record held: keys, days, seat. */
  const letGo = (def: MasterDef, state: MasterState, ctx: Deciding): NewEvent[] | Refusal => {
    const holds = moveLeases(def, state.fields, null, ctx);
    if (isRefusal(holds)) return holds;
    const seat = moveSeat(def, state.fields, null, ctx);
    return isRefusal(seat) ? seat : [...holds, ...seat];
  };

  const merged = (def: MasterDef | undefined, state: MasterState, values: Fields): Fields | null => {
    const checked = def?.check(withChanges(state.fields, values), { today: '', before: state.fields });
    return checked?.fields ?? null;
  };

  const life = (type: string, right: MasterRight, to: 0 | 1) =>
    command<MasterState, { reason?: string }>({
      input: z.strictObject({ reason }),
      need: needs(right),
      decide: (state, input, ctx) => {
        const def = open(state, right, ctx);
        if (isRefusal(def)) return def;
        if (def.stages) return refuse('wrongState', 409);
        if (state.iStatus === to) return refuse(to === 1 ? 'alreadyActive' : 'alreadyInactive', 409);
        if (to === 0 && def.keep?.includes(state.id)) return refuse('masterKept', 422);
        const shut = inForce(def, state, ctx.today);
        if (shut) return shut;
        const inUse =
          to === 0 && def.deactivateUnused
            ? activeUses(ctx.prepared as Uses | undefined, ctx.viewer.language)
            : null;
        if (inUse) return inUse;
        return [
          {
            type,
            data: { kind: state.kind, id: state.id, ...(input.reason ? { reason: input.reason } : {}) },
          },
        ];
      },
    });

  return defineStream<MasterState, MasterEvent>({
    ...masterSchemas,
    events: masterEvents(defs),
    numbered: true,
    area: 'masters',
    state: 2,
    initial: nothing,
    evolve: evolveMaster,
    status: statusOf,
    visible: (state, viewer, directory) => {
      const def = kindOf(`${state.kind}-${state.id}`);
      const bound = state.exists && def ? boundOf(def, state.fields, directory) : null;
      return !bound || reaches(viewer, bound);
    },
    files: (state) => {
      const def = kindOf(`${state.kind}-${state.id}`);
      return def ? paperIds(def, state.fields) : [];
    },
    filesNeed: ({ kind }) => papersNeed(byKind.get(kind) ?? []),
    commands: eachPlaced(kindOf, {
      create: command<MasterState, { fields: Fields; iStatus?: 0 | 1; reason?: string }>({
        input: z.strictObject({ fields, iStatus: z.union([z.literal(0), z.literal(1)]).optional(), reason }),
        need: needs('create'),
        creates: true,
        reads: (input, _state, ctx) => {
          const def = kindOf(ctx.id);
          const checked = def?.check(numbered(def, input.fields, ctx.id), { today: ctx.today, before: null });
          return def && checked?.fields ? all(def, checked.fields, null) : {};
        },
        decide: (state, input, ctx) => {
          const def = open(state, 'create', ctx);
          if (isRefusal(def)) return def;
          if (state.exists) return refuse('alreadyExists', 409);
          const kept = keptGiven(def, input.fields, ctx);
          if (kept) return kept;
          const checked = def.check(numbered(def, input.fields, ctx.id), { today: ctx.today, before: null });
          if (checked.problems) return bad(def, checked.problems, ctx);
          const papered = withPapers(def, null, checked.fields, ctx);
          if (isRefusal(papered)) return papered;
          const split = splitChecked(def, withTaken(def, papered, ctx), ctx);
          const fields = split.now;
          const status =
            movedOut(def, null, fields, ctx) ??
            referencesStand(def, checked.fields, newlyNamed(def, null, checked.fields), defOf, ctx) ??
            insideExists(def, checked.fields, ctx);
          if (status) return status;
          const holds = moveLeases(def, null, fields, ctx);
          if (isRefusal(holds)) return holds;
          const stage = def.stages?.initial ?? null;
          const seat = moveSeat(def, fields, stage, ctx);
          if (isRefusal(seat)) return seat;
          const iStatus = def.stages
            ? def.stages.active.includes(def.stages.initial)
              ? 1
              : 0
            : (input.iStatus ?? 1);
          const { kind, id } = splitKey(ctx.id);
          const proposal = propose(def, { kind, id, proposed: null, fields }, split.waiting);
          if (isRefusal(proposal)) return proposal;
          return {
            events: [
              {
                type: 'MasterRecordCreated',
                data: { kind, id, fields, iStatus, stage, ...(input.reason ? { reason: input.reason } : {}) },
              },
              ...proposal,
              ...holds,
              ...seat,
            ],
            answer: { recordId: id },
          };
        },
      }),
      /**
       * Only the changed fields. Fields that others changed since the version seen are kept, unless they
       * overlap.
       */
      update: command<MasterState, { fields: Fields; reason?: string }>({
        input: z.strictObject({ fields, reason }),
        need: needs('edit'),
        versioned: 'merge',
        reads: (input, state, ctx) => {
          const def = kindOf(ctx.id);
          const whole = merged(def, state, input.fields);
          return def && whole
            ? { ...weighedBy(def, stepsTo(def, state.stage), whole), ...all(def, whole, state) }
            : {};
        },
        decide: (state, input, ctx) => {
          const def = open(state, 'edit', ctx);
          if (isRefusal(def)) return def;
          const kept = keptGiven(def, input.fields, ctx);
          if (kept) return kept;
          const conflicts = maskConflicts(def, conflictsOf(state, input.fields, ctx.seen ?? state.version));
          const conflict = conflictRefusal(conflicts, state.version);
          if (conflict) return conflict;
          return change(def, state, input.fields, ctx, input.reason ? { reason: input.reason } : {});
        },
      }),
      activate: life('MasterRecordActivated', 'edit', 1),
      deactivate: life('MasterRecordDeactivated', 'edit', 0),
      cancel: command<MasterState, { reason?: string }>({
        input: z.strictObject({ reason }),
        need: needs('delete'),
        versioned: true,
        reads: (_input, state, ctx) => freed(state, ctx),
        decide: (state, input, ctx) => {
          const def = open(state, 'delete', ctx);
          if (isRefusal(def)) return def;
          if (def.keep?.includes(state.id)) return refuse('masterKept', 422);
          const shut = inForce(def, state, ctx.today);
          if (shut) return shut;
          const used = Number(ctx.prepared?.used ?? 0);
          if (used > 0) return refuse('masterInUse', 409, { n: used, usedBy: ctx.prepared.usedBy ?? [] });
          const holds = letGo(def, state, ctx);
          if (isRefusal(holds)) return holds;
          return [
            {
              type: 'MasterRecordCancelled',
              data: { kind: state.kind, id: state.id, ...(input.reason ? { reason: input.reason } : {}) },
            },
            ...holds,
          ];
        },
      }),
      /** Restores the fields of an earlier version, as a new change. */
      revert: command<MasterState, { version: number; reason?: string }>({
        input: z.strictObject({ version: z.int().positive(), reason }),
        need: needs('edit'),
        versioned: true,
        reads: (input, state, ctx) => {
          const def = kindOf(ctx.id);
          const whole = merged(def, state, changesOf(state.fields, fieldsAt(state, input.version)).now);
          return def && whole
            ? { ...weighedBy(def, stepsTo(def, state.stage), whole), ...all(def, whole, state) }
            : {};
        },
        decide: (state, input, ctx) => {
          const def = open(state, 'edit', ctx);
          if (isRefusal(def)) return def;
          if (input.version >= state.version) return refuse('unknownVersion', 404);
          return change(def, state, changesOf(state.fields, fieldsAt(state, input.version)).now, ctx, {
            revertedTo: input.version,
            ...(input.reason ? { reason: input.reason } : {}),
          });
        },
      }),
      /** Merges a duplicate: all references to it now point to the other record. */
      merge: command<MasterState, { into: number; reason?: string }>({
        input: z.strictObject({ into: z.int().positive(), reason }),
        need: needs('delete'),
        versioned: true,
        reads: (input, state, ctx) => ({ into: `master-${state.kind}-${input.into}`, ...freed(state, ctx) }),
        decide: (state, input, ctx) => {
          const def = open(state, 'delete', ctx);
          if (isRefusal(def)) return def;
          if (!def.mergeable) return refuse('wrongState', 409);
          const shut = inForce(def, state, ctx.today);
          if (shut) return shut;
          if (input.into === state.id) return refuse('mergeItself', 422, undefined, 'into');
          const other = ctx.read.into as MasterState;
          if (!other.exists || other.cancelled)
            return refuse('notInList', 422, { label: textIn(def.title, ctx.viewer.language) }, 'into');
          const holds = letGo(def, state, ctx);
          if (isRefusal(holds)) return holds;
          return [
            {
              type: 'MasterRecordMerged',
              data: {
                kind: state.kind,
                id: state.id,
                into: input.into,
                ...(input.reason ? { reason: input.reason } : {}),
              },
            },
            ...holds,
          ];
        },
      }),
      ...secondPersonCommands({ own, byKind, needs, open }),
      /** A transition of a kind with stages. */
      move: command<MasterState, { action: string; reason?: string }>({
        input: z.strictObject({ action: texts.token().max(40), reason }),
        need: [
          ...needs('create'),
          ...needs('edit'),
          ...needs('approve'),
          ...needs('delete'),
          ...own.flatMap((def) =>
            Object.values(def.stages?.actions ?? {}).flatMap((action) => action.need ?? []),
          ),
        ],
        reads: ({ action }, state, ctx) => {
          const def = kindOf(ctx.id);
          if (!def) return {};
          const step = def.stages?.actions[action];
          return {
            ...stageReads(def, state.fields),
            ...seatReads(def, state.fields),
            ...weighedBy(def, step ? [step] : [], state.fields),
          };
        },
        decide: (state, input, ctx) => {
          const stages = kindOf(ctx.id)?.stages;
          const action = stages?.actions[input.action];
          if (!stages || !action) return refuse('wrongState', 409);
          const def = open(state, action.right, ctx, action);
          if (isRefusal(def)) return def;
          // A record created before its kind had stages is in the initial one.
          const stage = state.stage ?? stages.initial;
          if (!action.from.includes(stage)) {
            const allowed = action.from
              .map((name) => (stages.names[name] ? textIn(stages.names[name], ctx.viewer.language) : name))
              .join(', ');
            return refuse('wrongStage', 409, { allowed, stage });
          }
          if (action.requiresReason && !input.reason)
            return refuse('required', 400, { label: 'reason' }, 'reason');
          const me = ctx.actor.empId;
          if (
            me !== null &&
            (action.notBy?.some((step) => state.doneBy[step] === me) ||
              (action.notSelf && state.fields[action.notSelf] === me))
          )
            return refuse('selfApproval', 403);
          const mine = changedByMe(state, action.notChanged, ctx);
          if (mine) return mine;
          const empty = action.requires?.find((name) => state.fields[name] == null);
          if (empty) return bad(def, [{ code: 'required', field: empty }], ctx);
          const problem = action.guard?.(state.fields, namedBy(ctx)) ?? null;
          if (problem) return bad(def, [problem], ctx);
          const to = (action.back && state.cameFrom) || action.to;
          const holds = moveStage(def, state.fields, stage, to, ctx);
          if (isRefusal(holds)) return holds;
          const seat = moveSeat(def, state.fields, to, ctx);
          if (isRefusal(seat)) return seat;
          return [
            {
              type: 'MasterRecordStageChanged',
              data: {
                kind: state.kind,
                id: state.id,
                action: input.action,
                from: stage,
                to,
                iStatus: stages.active.includes(to) ? 1 : 0,
                ...(input.reason ? { reason: input.reason } : {}),
                ...(action.stamps ? { set: { [action.stamps]: clockTime(ctx.now) } } : {}),
                ...(action.carries
                  ? {
                      carried: Object.fromEntries(
                        action.carries.map((name) => [name, state.fields[name] ?? null]),
                      ),
                    }
                  : {}),
              },
            },
            ...holds,
            ...seat,
          ];
        },
      }),
    }),
    translations: masterStreamTranslations,
    story: [],
  });
}
