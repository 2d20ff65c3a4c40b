import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { headOf } from '#shared/core/cut.ts';
import { instantFrom } from '#shared/core/instant.ts';
import { refuse } from '#shared/core/refusal.ts';

/**
 * The query of every list of a base service: `pageNo` from 0, `records`, `modifiedSince`. A larger page is
 * cut to the limit.
 */
export interface Requested {
  readonly pageNo: number;
  readonly records: number;
  readonly modifiedSince: string | null;
}

const usual = z.object({
  pageNo: z.coerce.number().int().min(0).max(1_000_000).default(0),
  records: z.coerce.number().int().min(1).optional(),
  modifiedSince: texts
    .token()
    .max(40)
    .refine((text) => instantFrom(text) !== null, 'badFormat')
    .optional(),
});

/**
 * Parses a list's query, with `limit` as the longest page. Created once per route: a schema is compiled on
 * first use.
 */
export function queryReader<T extends z.ZodRawShape>(
  shape: T,
): (request: FastifyRequest, limit: number) => Requested & z.output<z.ZodObject<T>> {
  const own = z.object(shape);
  return (request, limit) => {
    const parsed = usual.safeParse(request.query);
    const mine = own.safeParse(request.query);
    const issue = parsed.error?.issues[0] ?? mine.error?.issues[0];
    if (issue) throw refuse('badFormat', 400, { label: issue.path.join('.') }, issue.path.join('.'));
    const { pageNo, records, modifiedSince } = parsed.data!;
    return {
      ...mine.data!,
      pageNo,
      records: Math.min(records ?? limit, limit),
      modifiedSince: modifiedSince ? new Date(modifiedSince).toISOString() : null,
    };
  };
}

/**
 * Sends one page of a list as a JSON array, with its total and an ETag of its content; 304 when it is
 * unchanged.
 */
export function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  requested: Requested,
  rows: readonly object[],
): FastifyReply {
  const { modifiedSince } = requested;
  const all = modifiedSince
    ? rows.filter((row) => !('modifiedAt' in row) || String(row.modifiedAt) >= modifiedSince)
    : rows;
  const from = requested.pageNo * requested.records;
  const body = JSON.stringify(all.slice(from, from + requested.records));
  const etag = `"${headOf(createHash('sha256').update(`${all.length}\n${body}`).digest('base64url'), 27)}"`;
  reply
    .header('etag', etag)
    .header('x-total-count', String(all.length))
    .header('cache-control', 'private, no-cache');
  const given = request.headers['if-none-match'];
  if (given?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** A flag of the specification (0 or 1) as a query value. */
export const flag = z.enum(['0', '1']).transform(Number).optional();
export const whole = recordNumber.optional();
