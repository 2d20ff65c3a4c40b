import type { FastifyInstance } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { refuse } from '#shared/core/refusal.ts';

/** The nesting depth of a JSON text, counted without parsing it, up to one more than `most`. */
export function depthOf(text: string, most: number = limits.jsonDepth): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charCodeAt(i);
    if (quoted) {
      if (sign === 0x5c) i += 1;
      else if (sign === 0x22) quoted = false;
    } else if (sign === 0x22) quoted = true;
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > most) return deepest;
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return deepest;
}

/** An escaped NUL in JSON; an even number of backslashes before it escapes the backslash instead. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

const badText = (label: string): Error =>
  Object.assign(new Error('badText'), refuse('badFormat', 400, { label }));

/** The beginning of a surrogate pair, or half of one, as JSON escapes it. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** Whether every text of a parsed body, keys included, is well-formed Unicode. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => key.isWellFormed() && isWellFormed(one));
}

/**
 * Parses JSON bodies, limited in depth before parsing, and without what the store cannot hold: NUL and halves
 * of surrogate pairs.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (depthOf(text) > limits.jsonDepth)
      return done(Object.assign(new Error('tooDeep'), refuse('tooDeep', 400, { n: limits.jsonDepth })));
    if (nul.test(text)) return done(badText('NUL'));
    if (!escapedSurrogate.test(text)) return parse(request, text, done);
    return parse(request, text, (error: Error | null, value?: unknown) =>
      error === null && !isWellFormed(value) ? done(badText('Unicode')) : done(error, value),
    );
  });
}
