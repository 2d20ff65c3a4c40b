import { z } from 'zod';
import { timeOfDay } from '../../core/day.ts';
import { note } from '../../core/fields.ts';
import type { Permission } from '../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, defineStream, type CommandDef, type Ctx, type StreamDef } from '../../core/stream.ts';
import type { NewEvent } from '../../core/event.ts';
import { textIn } from '../../core/words.ts';
import type { Fields, LookAt, MasterDef, MasterRight, Problem, StageAction } from '../../families/master-def.ts';
import { boundOf, reaches, scopeFields } from './scope.ts';
import { changesOf, changeType, conflictsOf } from './changes.ts';
import { keyReads, labelOf, moveHolds, moveStage, spanReads, stageReads } from './holds.ts';
import { insideReads, insideStands, namedIn, newlyNamed, referenceReads, referencesStand, withTaken } from './references.ts';
import { moveSeat, ownSeatReads, seatReads, seatedKinds, seatsStand } from './seats.ts';
import { evolveMaster, fieldsAt, nothing, splitKey, withChanges, type MasterState } from './state.ts';
import { masterStreamWords } from './words.ts';

const fields = z.record(z.string().max(60), z.unknown());
const reason = note(500).optional();
type Deciding = Ctx & { readonly id: string };

/** The life of every record of every master: `master-<kind>-<id>`. Which kinds there are is handed in. */
export function masterStream(defs: readonly MasterDef[]): StreamDef<MasterState> {
  const own = defs.filter((def) => !def.source);
  const byKind = Map.groupBy(own, (def) => def.kind);
  const anyByKind = new Map([...defs].reverse().map((def) => [def.kind, def]));
  const needs = (right: MasterRight): Permission[] => [...new Set(own.filter((def) => def.rights.includes(right)).map((def) => def.need(right)))];
  const defOf = (kind: string): MasterDef | undefined => anyByKind.get(kind);
  const kindOf = (id: string): MasterDef | undefined => byKind.get(splitKey(id).kind)?.[0];
  const seated = seatedKinds(own);
  const all = (def: MasterDef, values: Fields, old: MasterState | null) => ({
    ...keyReads(def, values),
    ...spanReads(def, values),
    ...(old ? { ...spanReads(def, old.fields), ...ownSeatReads(seated, old.kind, old.id) } : seatReads(def, values)),
    ...referenceReads(newlyNamed(def, old?.fields ?? null, values), defOf),
    ...insideReads(def, values),
  });

  /** The kind's declaration, or why this person may not do that to this record. */
  const open = (state: MasterState, right: MasterRight, ctx: Deciding, only?: StageAction): MasterDef | Refusal => {
    const all = byKind.get(splitKey(ctx.id).kind);
    if (!all) return refuse('unknownKind', 404);
    if (only?.need && ctx.viewer.kind !== 'system' && !ctx.may(only.need)) return refuse('forbidden', 403, { permission: only.need });
    const screens = only?.screen ? all.filter((def) => def.name === only.screen) : all;
    if (only?.need) return state.cancelled ? refuse('masterCancelled', 409) : all[0]!;
    if (ctx.viewer.kind !== 'system' && !screens.some((def) => def.rights.includes(right) && ctx.may(def.need(right))))
      return refuse('forbidden', 403, { permission: screens[0]!.need(right) });
    return state.cancelled ? refuse('masterCancelled', 409) : all[0]!;
  };

  /** A kind shown on several screens: a field may be changed by whoever may change it on one of them. */
  const mayChange = (state: MasterState, field: string, ctx: Deciding): boolean =>
    ctx.viewer.kind === 'system' ||
    byKind.get(state.kind)!.some((def) => def.rights.includes('edit') && (!def.changeable || def.changeable.includes(field)) && ctx.may(def.need('edit')));

  const bad = (def: MasterDef, problems: readonly Problem[], ctx: Deciding): Refusal => {
    const { code, field, details } = problems[0]!;
    const issues = problems.slice(0, 50).map((one) => ({ code: one.code, field: one.field, ...one.details }));
    return refuse(code, 400, { ...details, label: labelOf(def, field.split('.')[0] ?? '', ctx), issues }, field);
  };

  /** Nobody puts a record where they could not see it themselves. */
  const elsewhere = (def: MasterDef, before: Fields | null, after: Fields, ctx: Deciding): Refusal | null => {
    const moved = scopeFields(def).find(({ name }) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null));
    const bound = moved && boundOf(def, after, ctx.directory);
    return !bound || reaches(ctx.viewer, bound) ? null : refuse('otherPlace', 403, { label: labelOf(def, moved.name, ctx) }, moved.name);
  };

  /** One set of changes made to a record: checked whole, keys and references moved with it. */
  const change = (def: MasterDef, state: MasterState, changes: Fields, ctx: Deciding, more: Fields) => {
    const checked = def.check(withChanges(state.fields, changes), { today: ctx.today, before: state.fields });
    if (checked.problems) return bad(def, checked.problems, ctx);
    const { now, before } = changesOf(state.fields, checked.fields);
    if (def.frozen?.includes(state.stage ?? '')) return refuse('frozenStage', 422, { stage: textIn(def.stages!.names[state.stage!]!, ctx.viewer.language) });
    const closed = Object.keys(now).find((name) => !mayChange(state, name, ctx));
    if (closed) return refuse('fixedField', 422, { label: labelOf(def, closed, ctx) }, closed);
    if (Object.keys(now).length === 0) return { events: [], answer: { changed: [] } };
    for (const name of Object.keys(now)) {
      const field = def.fields.find((one) => one.name === name);
      if (field?.readOnly && before[name] != null) return refuse('fixedField', 422, { label: labelOf(def, name, ctx) }, name);
      if (field?.readOnlyAfterUse && Number(ctx.prepared?.used ?? 0) > 0)
        return refuse('usedReadOnly', 422, { label: labelOf(def, name, ctx), n: Number(ctx.prepared.used) }, name);
    }
    const standing =
      elsewhere(def, state.fields, checked.fields, ctx) ??
      referencesStand(def, checked.fields, newlyNamed(def, state.fields, checked.fields), defOf, ctx) ??
      insideStands(def, checked.fields, ctx) ??
      seatsStand(seated, state.kind, now, ctx);
    if (standing) return standing;
    const holds = moveHolds(def, state.fields, checked.fields, ctx);
    if (isRefusal(holds)) return holds;
    return {
      events: [{ type: changeType(def, now, before), data: { kind: state.kind, id: state.id, fields: now, before, ...more } }, ...holds],
      answer: { changed: Object.keys(now) },
    };
  };

  const freed = (state: MasterState, ctx: { readonly id: string }) => {
    const def = kindOf(ctx.id);
    return def ? seatReads(def, state.fields) : {};
  };

  /** What a record that is gone gives back: its keys, its days, its seat. */
  const letGo = (def: MasterDef, state: MasterState, ctx: Deciding): NewEvent[] | Refusal => {
    const holds = moveHolds(def, state.fields, null, ctx);
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
        if (to === 0 && def.deactivateUnused && Number(ctx.prepared?.usedActive ?? 0) > 0)
          return refuse('masterInUseActive', 409, { n: Number(ctx.prepared.usedActive), usedBy: ctx.prepared.usedBy ?? [] });
        return [{ type, data: { kind: state.kind, id: state.id, ...(input.reason ? { reason: input.reason } : {}) } }];
      },
    });

  /** What happened to a record that belongs to places tells them, so that its feed can be told to those places alone. */
  const placed =
    (decide: CommandDef<MasterState>['decide']): CommandDef<MasterState>['decide'] =>
    (state, input, ctx) => {
      const decision = decide(state, input, ctx);
      const def = kindOf(ctx.id);
      if (isRefusal(decision) || !def?.scope) return decision;
      const { events, ...answer } = 'events' in decision ? decision : { events: decision };
      return { ...answer, events: events.map((event) => (event.stream === undefined ? toldWhere(def, state, event, ctx) : event)) };
    };

  return defineStream<MasterState>({
    name: 'master',
    numbered: true,
    area: 'masters',
    state: 1,
    initial: nothing,
    evolve: evolveMaster,
    visible: (state, viewer, directory) => {
      const def = kindOf(`${state.kind}-${state.id}`);
      const bound = state.exists && def ? boundOf(def, state.fields, directory) : null;
      return !bound || reaches(viewer, bound);
    },
    commands: eachDecides(placed, {
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
          const checked = def.check(numbered(def, input.fields, ctx.id), { today: ctx.today, before: null });
          if (checked.problems) return bad(def, checked.problems, ctx);
          const fields = withTaken(def, checked.fields, ctx);
          const standing =
            elsewhere(def, null, fields, ctx) ??
            referencesStand(def, checked.fields, newlyNamed(def, null, checked.fields), defOf, ctx) ??
            insideStands(def, checked.fields, ctx);
          if (standing) return standing;
          const holds = moveHolds(def, null, fields, ctx);
          if (isRefusal(holds)) return holds;
          const stage = def.stages?.initial ?? null;
          const seat = moveSeat(def, fields, stage, ctx);
          if (isRefusal(seat)) return seat;
          const iStatus = def.stages ? (def.stages.active.includes(def.stages.initial) ? 1 : 0) : (input.iStatus ?? 1);
          const { kind, id } = splitKey(ctx.id);
          return {
            events: [
              { type: 'MasterRecordCreated', data: { kind, id, fields, iStatus, stage, ...(input.reason ? { reason: input.reason } : {}) } },
              ...holds,
              ...seat,
            ],
            answer: { recordId: id },
          };
        },
      }),
      /** Only the fields that change. Fields that others changed since the version seen are kept, unless they are the same ones. */
      update: command<MasterState, { fields: Fields; reason?: string }>({
        input: z.strictObject({ fields, reason }),
        need: needs('edit'),
        versioned: 'merge',
        reads: (input, state, ctx) => {
          const def = kindOf(ctx.id);
          const whole = merged(def, state, input.fields);
          return def && whole ? all(def, whole, state) : {};
        },
        decide: (state, input, ctx) => {
          const def = open(state, 'edit', ctx);
          if (isRefusal(def)) return def;
          const conflicts = conflictsOf(state, input.fields, ctx.seen ?? state.version);
          if (conflicts.length > 0)
            return refuse('fieldConflict', 409, { version: state.version, by: conflicts[0]!.by, at: conflicts[0]!.at, conflicts }, conflicts[0]!.field);
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
          const used = Number(ctx.prepared?.used ?? 0);
          if (used > 0) return refuse('masterInUse', 409, { n: used, usedBy: ctx.prepared.usedBy ?? [] });
          const holds = letGo(def, state, ctx);
          if (isRefusal(holds)) return holds;
          return [{ type: 'MasterRecordCancelled', data: { kind: state.kind, id: state.id, ...(input.reason ? { reason: input.reason } : {}) } }, ...holds];
        },
      }),
      /** The fields as they stood at a version, as a new change. */
      revert: command<MasterState, { version: number; reason?: string }>({
        input: z.strictObject({ version: z.int().positive(), reason }),
        need: needs('edit'),
        versioned: true,
        reads: (input, state, ctx) => {
          const def = kindOf(ctx.id);
          const whole = merged(def, state, changesOf(state.fields, fieldsAt(state, input.version)).now);
          return def && whole ? all(def, whole, state) : {};
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
      /** A double: everything that named it names the other from now on. */
      merge: command<MasterState, { into: number; reason?: string }>({
        input: z.strictObject({ into: z.int().positive(), reason }),
        need: needs('delete'),
        versioned: true,
        reads: (input, state, ctx) => ({ into: `master-${state.kind}-${input.into}`, ...freed(state, ctx) }),
        decide: (state, input, ctx) => {
          const def = open(state, 'delete', ctx);
          if (isRefusal(def)) return def;
          if (!def.mergeable) return refuse('wrongState', 409);
          if (input.into === state.id) return refuse('mergeItself', 422, undefined, 'into');
          const other = ctx.read.into as MasterState;
          if (!other.exists || other.cancelled) return refuse('notInList', 422, { label: textIn(def.title, ctx.viewer.language) }, 'into');
          const holds = letGo(def, state, ctx);
          if (isRefusal(holds)) return holds;
          return [
            { type: 'MasterRecordMerged', data: { kind: state.kind, id: state.id, into: input.into, ...(input.reason ? { reason: input.reason } : {}) } },
            ...holds,
          ];
        },
      }),
      /** One step in a life with more states than active and inactive. */
      move: command<MasterState, { action: string; reason?: string }>({
        input: z.strictObject({ action: z.string().max(40), reason }),
        need: [
          ...needs('create'),
          ...needs('edit'),
          ...needs('approve'),
          ...needs('delete'),
          ...own.flatMap((def) => Object.values(def.stages?.actions ?? {}).flatMap((action) => action.need ?? [])),
        ],
        reads: ({ action }, state, ctx) => {
          const def = kindOf(ctx.id);
          if (!def) return {};
          const weighed = namedIn(def.fields, state.fields).filter(({ lookup }) => def.stages?.actions[action]?.weighs?.includes(lookup));
          return { ...stageReads(def, state.fields), ...seatReads(def, state.fields), ...referenceReads(weighed, defOf) };
        },
        decide: (state, input, ctx) => {
          const stages = kindOf(ctx.id)?.stages;
          const action = stages?.actions[input.action];
          if (!stages || !action) return refuse('wrongState', 409);
          const def = open(state, action.right, ctx, action);
          if (isRefusal(def)) return def;
          // A record made before its kind had stages stands in the first of them.
          const stage = state.stage ?? stages.initial;
          if (!action.from.includes(stage)) {
            const allowed = action.from.map((name) => (stages.names[name] ? textIn(stages.names[name], ctx.viewer.language) : name)).join(', ');
            return refuse('wrongStage', 409, { allowed, stage });
          }
          if (action.asksReason && !input.reason) return refuse('required', 400, { label: 'reason' }, 'reason');
          const me = ctx.actor.empId;
          if (me !== null && (action.notBy?.some((step) => state.doneBy[step] === me) || (action.notSelf && state.fields[action.notSelf] === me)))
            return refuse('selfApproval', 403);
          const empty = action.requires?.find((name) => state.fields[name] == null);
          if (empty) return bad(def, [{ code: 'required', field: empty }], ctx);
          const named: LookAt = (kind, of) => (ctx.read[`ref:${kind}:${String(of)}`] as MasterState | undefined)?.fields;
          const problem = action.guard?.(state.fields, named) ?? null;
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
                ...(action.stamps ? { set: { [action.stamps]: timeOfDay(ctx.now).slice(0, 5) } } : {}),
                ...(action.tells ? { told: Object.fromEntries(action.tells.map((name) => [name, state.fields[name] ?? null])) } : {}),
              },
            },
            ...holds,
            ...seat,
          ];
        },
      }),
    }),
    words: masterStreamWords,
    story: [],
  });
}

function eachDecides(
  wrap: (decide: CommandDef<MasterState>['decide']) => CommandDef<MasterState>['decide'],
  commands: Readonly<Record<string, CommandDef<MasterState>>>,
): Readonly<Record<string, CommandDef<MasterState>>> {
  return Object.fromEntries(Object.entries(commands).map(([name, def]) => [name, { ...def, decide: wrap(def.decide) }]));
}

/** `bound` as it is after the event, and `boundBefore` when the event moved the record. */
function toldWhere(def: MasterDef, state: MasterState, event: NewEvent, ctx: Deciding): NewEvent {
  const fields = event.data.fields as Fields | undefined;
  const bound = boundOf(def, fields ? withChanges(state.fields, fields) : state.fields, ctx.directory);
  const before = state.exists ? boundOf(def, state.fields, ctx.directory) : null;
  const moved = before && JSON.stringify(before) !== JSON.stringify(bound);
  return { ...event, data: { ...event.data, bound, ...(moved ? { boundBefore: before } : {}) } };
}

function numbered(def: MasterDef, values: Fields, key: string): Fields {
  if (!def.autoCode || (values.vCode != null && values.vCode !== '')) return values;
  return { ...values, vCode: `${def.autoCode.prefix}${String(splitKey(key).id).padStart(def.autoCode.digits, '0')}` };
}
