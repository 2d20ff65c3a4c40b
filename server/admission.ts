import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import { cookieOf } from './relay/upgrade.ts';

export interface AdmissionParts {
  readonly cookieName: string;
  /** Requests a minute of one session, and of one address whoever sits behind it. */
  readonly perSession: number;
  readonly perAddress: number;
  /** The disk is as good as full: nothing that would write is let in. */
  readonly storageFull: () => boolean;
}

export interface Admission {
  /** Null lets the request in and counts it until it is answered; else what to say, with `Retry-After` set. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | null>;
  figures(): { readonly underWay: number; readonly refused: Readonly<Record<'overloaded' | 'tooMany' | 'storageFull', number>> };
}

/** Asked by whoever decides about restarting, routing and alarms: they are answered whatever the load. */
const spared = new Set(['/healthz', '/readyz', '/health', '/metrics']);
/** Signing in and out writes a line or two, for which there is always room. */
const always = new Set(['/employee/api/v2/SignIn/login', '/employee/api/v2/SignIn']);
const changes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Who is let in when there is too much: what is under way is finished, orders are let in longer than reading, one session or one
 * address cannot take the place of the others. Comes before the session is looked up and before the body is read.
 */
export async function openAdmission(app: FastifyInstance, parts: AdmissionParts): Promise<Admission> {
  await app.register(rateLimit, { global: false });
  const timeWindow = 60_000;
  const ofSession = app.createRateLimit({ max: parts.perSession, timeWindow, keyGenerator: (request) => `session:${sessionKey(request, parts.cookieName)}` });
  const ofAddress = app.createRateLimit({ max: parts.perAddress, timeWindow, keyGenerator: (request) => `address:${request.ip}` });
  const refused = { overloaded: 0, tooMany: 0, storageFull: 0 };
  let underWay = 0;

  const no = (reply: FastifyReply, code: keyof typeof refused, status: 429 | 503, seconds: number): Refusal => {
    refused[code] += 1;
    reply.header('retry-after', String(seconds));
    return refuse(code, status, { seconds });
  };

  const tooOften = async (request: FastifyRequest): Promise<number | null> => {
    for (const limit of sessionKey(request, parts.cookieName) === null ? [ofAddress] : [ofSession, ofAddress]) {
      const found = await limit(request);
      if (!found.isAllowed && found.isExceeded) return Math.max(1, found.ttlInSeconds);
    }
    return null;
  };

  return {
    async admit(request, reply) {
      const { url, config } = request.routeOptions;
      if (url !== undefined && spared.has(url)) return null;
      const change = changes.has(request.method);
      if (change && parts.storageFull() && !always.has(url ?? '')) return no(reply, 'storageFull', 503, 5);
      if (underWay >= (change ? limits.ordersUnderWay : limits.readsUnderWay)) return no(reply, 'overloaded', 503, 1);
      // Machines prove themselves at their own doors, which have limits of their own.
      if (config?.need !== 'machine') {
        const seconds = await tooOften(request);
        if (seconds !== null) return no(reply, 'tooMany', 429, seconds);
      }
      // A socket stays open for hours and is counted elsewhere.
      if (url === '/ws/feeds') return null;
      underWay += 1;
      reply.raw.once('close', () => {
        underWay -= 1;
      });
      return null;
    },
    figures: () => ({ underWay, refused: { ...refused } }),
  };
}

/** What a caller shows to prove its session; nothing is believed of it here. */
function sessionKey(request: FastifyRequest, cookieName: string): string | null {
  const token = request.headers['authtoken'];
  return cookieOf(request.raw, cookieName)?.slice(0, 200) ?? (typeof token === 'string' && token !== '' ? token.slice(0, 200) : null);
}
