import type { NewEvent } from '../../core/event.ts';
import type { Refusal } from '../../core/refusal.ts';
import { canonical } from '../../core/hash.ts';
import { refuse } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { uniqueStream } from '../core/unique.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import { overlapping, type Span } from './span.ts';

/** Streams that a record reserves or refers to: its keys, its days, the records it names. */
export type Reads = Record<string, string>;

/** Streams of the unique `keys` of a record, by short name. */
export function keyReads(def: MasterDef, fields: Fields): Reads {
  const reads: Reads = {};
  for (const rule of def.uniques)
    for (const key of rule.keys(fields))
      reads[`key:${rule.name}:${key}`] = uniqueStream(`master-${def.kind}-${rule.name}`, key);
  return reads;
}

/** Streams of the keys that are unique within a stage. */
export function stageReads(def: MasterDef, fields: Fields): Reads {
  const only = def.stages?.only;
  return only
    ? Object.fromEntries(
        only
          .keys(fields)
          .map((key) => [`stage:${key}`, uniqueStream(`master-${def.kind}-${only.stage}`, key)]),
      )
    : {};
}

/** Entering the stage reserves its keys, leaving it releases them. */
export function moveStage(
  def: MasterDef,
  fields: Fields,
  from: string | null,
  to: string,
  ctx: Ctx & { readonly id: string },
): NewEvent[] | Refusal {
  const only = def.stages?.only;
  if (!only || (from === only.stage) === (to === only.stage)) return [];
  const me = `master-${ctx.id}`;
  const events: NewEvent[] = [];
  for (const [short, stream] of Object.entries(stageReads(def, fields))) {
    const owner = (ctx.read[short] as { owner?: string | null } | undefined)?.owner ?? null;
    if (to === only.stage && owner !== null && owner !== me)
      return refuse('duplicateRecord', 409, { label: labelOf(def, only.field, ctx), owner }, only.field);
    events.push({ type: to === only.stage ? 'KeyReserved' : 'KeyReleased', data: { owner: me }, stream });
  }
  return events;
}

export function spanReads(def: MasterDef, fields: Fields): Reads {
  const held = spanOf(def, fields);
  return held ? { [`span:${held.key}`]: `span-${def.kind}-${held.key}` } : {};
}

function spanOf(def: MasterDef, fields: Fields): (Span & { key: string }) | null {
  if (!def.spans) return null;
  const { of, from, to, among } = def.spans;
  const some = among === undefined ? [] : ((fields[among] as readonly number[] | null | undefined) ?? []);
  return {
    key: of.map((name) => String(fields[name] ?? '')).join('|'),
    from: String(fields[from] ?? '0000-01-01'),
    to: String(fields[to] ?? '9999-12-31'),
    ...(some.length > 0 ? { among: some } : {}),
  };
}

/** Releases what `old` reserved and reserves what `now` needs; a refusal when somebody else holds it. */
export function moveLeases(
  def: MasterDef,
  old: Fields | null,
  now: Fields | null,
  ctx: Ctx & { readonly id: string },
): NewEvent[] | Refusal {
  const me = `master-${ctx.id}`;
  const held = old ? keyReads(def, old) : {};
  const wanted = now ? keyReads(def, now) : {};
  const events: NewEvent[] = [];
  for (const [short, stream] of Object.entries(wanted)) {
    const owner = (ctx.read[short] as { owner?: string | null } | undefined)?.owner ?? null;
    if (owner === me) continue;
    if (owner !== null) {
      const rule = def.uniques.find((one) => short.startsWith(`key:${one.name}:`))!;
      return refuse('duplicateRecord', 409, { label: labelOf(def, rule.field, ctx), owner }, rule.field);
    }
    events.push({ type: 'KeyReserved', data: { owner: me }, stream });
  }
  // A record from before keys ignored quotes and joiners may not hold its key, while another one does.
  const another = (short: string): boolean => {
    const read = ctx.read[short] as { owner?: string | null } | undefined;
    return read !== undefined && read.owner !== me;
  };
  for (const [short, stream] of Object.entries(held))
    if (!(short in wanted) && !another(short))
      events.push({ type: 'KeyReleased', data: { owner: me }, stream });

  const before = old && spanOf(def, old);
  const after = now && spanOf(def, now);
  if (before && after && canonical(before) === canonical(after)) return events;
  if (before && before.key !== after?.key)
    events.push({
      type: 'SpanFreed',
      data: { owner: me, from: before.from, to: before.to },
      stream: `span-${def.kind}-${before.key}`,
    });
  if (after) {
    const clash = overlapping(ctx.read[`span:${after.key}`], after, me);
    if (clash) return refuse('overlaps', 409, { from: clash.from, to: clash.to }, def.spans!.from);
    events.push({
      type: 'SpanTaken',
      data: {
        owner: me,
        from: after.from,
        to: after.to,
        ...(after.among ? { among: after.among } : {}),
      },
      stream: `span-${def.kind}-${after.key}`,
    });
  }
  return events;
}

export function labelOf(def: MasterDef, field: string, ctx: Pick<Ctx, 'viewer'>): string {
  return String(def.translations[ctx.viewer.language]?.[`field.${field}`] ?? field);
}
