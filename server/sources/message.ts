import { createHash } from 'node:crypto';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { instantFrom } from '#shared/core/instant.ts';
import { canonical } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import { services } from '#shared/core/view.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import type { Resource } from './source.ts';
import { Unusable } from './source.ts';

const instant = texts
  .token()
  .max(40)
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && instantFrom(text) !== null,
    'an ISO instant is wanted',
  );
const messageShape = z.object({
  service: z.enum(services),
  entity: texts.code(/^[A-Za-z][A-Za-z0-9]{0,63}$/),
  id: z.union([z.number().int().nonnegative(), texts.token().min(1).max(200)]),
  version: z.number().int().nonnegative().nullish(),
  modifiedAt: instant,
  change: texts.token().min(1).max(100),
  data: z.record(texts.own(), texts.ownValue()),
});

/** The message in a parsed body, normalised; throws `Unusable` with the reason. */
export function readMessage(body: unknown, service: Service): SourceMessage {
  const parsed = messageShape.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Unusable(
      'badShape',
      `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not a message'}`,
    );
  }
  const { version, ...message } = parsed.data;
  if (message.service !== service)
    throw new Unusable('otherService', `The message names ${message.service} but was sent for ${service}.`);
  const bad = unsafe(message.data, limits.jsonDepth);
  if (bad) throw new Unusable(bad, `data: ${bad}`);
  return {
    ...message,
    modifiedAt: new Date(message.modifiedAt).toISOString(),
    ...(version == null ? {} : { version }),
  };
}

/** Why a value must not enter the log: too deep, too long a list, or text that a database cannot store. */
function unsafe(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? 'badText' : null;
  if (value === null || typeof value !== 'object') return null;
  if (depth === 0) return 'tooDeep';
  const members = Array.isArray(value) ? value : Object.values(value);
  if (members.length > limits.arrayItems) return 'tooMany';
  if (!Array.isArray(value))
    for (const key of Object.keys(value))
      if (key === '__proto__' || key.includes('\u0000') || !key.isWellFormed()) return 'badText';
  for (const member of members) {
    const why = unsafe(member, depth - 1);
    if (why) return why;
  }
  return null;
}

/**
 * A polled item as a message: the envelope itself, or a plain row read by the resource's field names. A row
 * without a time of change gets the time of the poll (`untimed`), so its content decides whether it is news.
 */
export function itemAsMessage(
  item: unknown,
  service: Service,
  resource: Resource,
  polledAt: number,
): { message: SourceMessage; untimed: boolean } {
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    throw new Unusable('badShape', 'a list item is no object');
  const row = item as Record<string, unknown>;
  if (typeof row['data'] === 'object' && 'modifiedAt' in row && 'id' in row)
    return {
      message: readMessage({ service, entity: resource.entity, change: 'listed', ...row }, service),
      untimed: false,
    };
  const id = row[resource.id];
  const modifiedAt = row[resource.modifiedAt ?? 'modifiedAt'];
  const version = row[resource.version ?? 'version'];
  const untimed = typeof modifiedAt !== 'string' && typeof version !== 'number';
  return {
    untimed,
    message: readMessage(
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

/** The hash of a message's content, without its time. */
export function dataHash(message: SourceMessage): string {
  return createHash('sha256').update(canonical(message.data)).digest('hex');
}

/** The subject of a message; messages about one subject are taken one after the other. */
export function thingOf(message: Pick<SourceMessage, 'service' | 'entity' | 'id'>): string {
  return `${message.service}:${message.entity}:${message.id}`;
}

/** The identity of a message, however often and over whatever channel it arrives. */
export function sourceKey(message: SourceMessage): string {
  if (message.version != null) return `${thingOf(message)}:${message.version}`;
  return `${thingOf(message)}:sha256-${createHash('sha256')
    .update(canonical({ modifiedAt: message.modifiedAt, data: message.data }))
    .digest('hex')}`;
}
