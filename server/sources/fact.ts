import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonical } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import { services } from '#shared/core/view.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceFact } from '#shared/wire.ts';
import type { Resource } from './source.ts';
import { Unusable } from './source.ts';

const instant = z
  .string()
  .max(40)
  .refine((text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)), 'an ISO instant is wanted');
/** Text that a database can hold and a log line can show. */
const plainText = (max: number): z.ZodType<string> =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'control characters are not wanted');
const factShape = z.object({
  service: z.enum(services),
  entity: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/),
  id: z.union([z.number().int().nonnegative().safe(), plainText(200)]),
  version: z.number().int().nonnegative().safe().nullish(),
  modifiedAt: instant,
  change: plainText(100),
  data: z.record(z.string(), z.unknown()),
});

/** The fact in a parsed body, brought to one spelling; throws `Unusable` with the reason. */
export function readFact(body: unknown, service: Service): SourceFact {
  const parsed = factShape.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Unusable('badShape', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not a fact'}`);
  }
  const { version, ...fact } = parsed.data;
  if (fact.service !== service) throw new Unusable('otherService', `The fact speaks for ${fact.service}, it came for ${service}.`);
  const bad = unsafe(fact.data, limits.jsonDepth);
  if (bad) throw new Unusable(bad, `data: ${bad}`);
  return { ...fact, modifiedAt: new Date(fact.modifiedAt).toISOString(), ...(version == null ? {} : { version }) };
}

/** Why a value must not enter the log: too deep, too long a list, or text that a database cannot hold. */
function unsafe(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? 'badText' : null;
  if (value === null || typeof value !== 'object') return null;
  if (depth === 0) return 'tooDeep';
  const members = Array.isArray(value) ? value : Object.values(value);
  if (members.length > limits.arrayItems) return 'tooMany';
  if (!Array.isArray(value)) for (const key of Object.keys(value)) if (key === '__proto__' || key.includes('\u0000') || !key.isWellFormed()) return 'badText';
  for (const member of members) {
    const why = unsafe(member, depth - 1);
    if (why) return why;
  }
  return null;
}

/**
 * A polled item as a fact: the envelope as it is, or a plain row read by the resource's field names. A row that tells no time
 * of change is as old as the poll that saw it (`untimed`), so that what it says decides whether it is news.
 */
export function itemAsFact(item: unknown, service: Service, resource: Resource, polledAt: number): { fact: SourceFact; untimed: boolean } {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) throw new Unusable('badShape', 'a list item is no object');
  const row = item as Record<string, unknown>;
  if (typeof row['data'] === 'object' && 'modifiedAt' in row && 'id' in row)
    return { fact: readFact({ service, entity: resource.entity, change: 'listed', ...row }, service), untimed: false };
  const id = row[resource.id];
  const modifiedAt = row[resource.modifiedAt ?? 'modifiedAt'];
  const version = row[resource.version ?? 'version'];
  const untimed = typeof modifiedAt !== 'string' && typeof version !== 'number';
  return {
    untimed,
    fact: readFact(
      {
        service,
        entity: resource.entity,
        id: typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id,
        ...(typeof version === 'number' ? { version } : {}),
        modifiedAt: typeof modifiedAt === 'string' ? modifiedAt : new Date(polledAt).toISOString(),
        change: 'listed',
        data: row,
      },
      service,
    ),
  };
}

/** The hash of what a fact says, whenever it was said. */
export function dataHash(fact: SourceFact): string {
  return createHash('sha256').update(canonical(fact.data)).digest('hex');
}

/** The outside thing that a fact speaks of; facts of one thing are taken one after the other. */
export function thingOf(fact: Pick<SourceFact, 'service' | 'entity' | 'id'>): string {
  return `${fact.service}:${fact.entity}:${fact.id}`;
}

/** What makes a fact the same fact, however often and by whatever road it is told. */
export function sourceKey(fact: SourceFact): string {
  if (fact.version != null) return `${thingOf(fact)}:${fact.version}`;
  return `${thingOf(fact)}:sha256-${createHash('sha256')
    .update(canonical({ modifiedAt: fact.modifiedAt, data: fact.data }))
    .digest('hex')}`;
}
