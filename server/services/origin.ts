import type { FastifyRequest } from 'fastify';

/** The origin of the console, as the requesting browser sees it. */
export function originOf(request: FastifyRequest): string {
  const origin = request.headers.origin;
  return typeof origin === 'string' && /^https?:\/\/[\w.:[\]-]+$/.test(origin)
    ? origin
    : `${request.protocol}://${request.host}`;
}
