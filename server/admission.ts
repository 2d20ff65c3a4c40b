import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import { openPlaces, type Places } from './places.ts';
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
  /** Asked once the request has come whole and its sender is known: null when it is its turn to be worked on. */
  turn(request: FastifyRequest, reply: FastifyReply): Refusal | null | Promise<Refusal | null>;
  /** The answer is ready; however long its receiver takes, the next one's turn has come. */
  done(request: FastifyRequest): void;
  figures(): {
    readonly reads: ReturnType<Places['figures']>;
    readonly orders: ReturnType<Places['figures']>;
    readonly underWay: number;
    readonly refused: Readonly<Record<'overloaded' | 'tooMany' | 'storageFull', number>>;
  };
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
  const reads = openPlaces({
    least: limits.readsLeast,
    most: limits.readsUnderWay,
    workMs: limits.readsWorkMs,
    patienceMs: limits.readsWaitMs,
    turnMs: limits.readsTurnMs,
  });
  const orders = openPlaces({ least: limits.ordersLeast, most: limits.ordersUnderWay, workMs: limits.ordersWorkMs, patienceMs: limits.ordersWaitMs });
  /** What a request gives back when it is done. */
  const atWork = new WeakMap<FastifyRequest, Pick<Places, 'free'>>();
  let underWay = 0;
  const letIn = new WeakSet<FastifyRequest>();
  const over = (request: FastifyRequest): void => {
    if (letIn.delete(request)) underWay -= 1;
  };

  /**
   * Whoever finds no place hears of it only when the time has come to ask again: who asks anew at once, as many do, would otherwise keep
   * the house busy with refusing. So many may wait for their refusal; the others hear it at once.
   */
  let held = 0;
  const heldUp = async (reply: FastifyReply): Promise<Refusal> => {
    const refusal = no(reply, 'overloaded', 503, 1);
    if (held >= limits.refusalsHeld) return refusal;
    held += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    held -= 1;
    return refusal;
  };

  const uploadsOf = new Map<number, number>();
  let uploads = 0;
  /** Counts a file that is on its way until it is answered. */
  const beginUpload = (request: FastifyRequest, reply: FastifyReply): Refusal | null => {
    // Whoever went away already will not end it any more.
    if (reply.raw.destroyed) return null;
    const empId = request.viewer?.empId ?? 0;
    const own = uploadsOf.get(empId) ?? 0;
    if (own >= limits.uploadsPerPerson || uploads >= limits.uploadsUnderWay) return no(reply, 'tooMany', 429, 5);
    uploads += 1;
    uploadsOf.set(empId, own + 1);
    const free = (): void => {
      uploads -= 1;
      const left = uploadsOf.get(empId)! - 1;
      if (left > 0) uploadsOf.set(empId, left);
      else uploadsOf.delete(empId);
    };
    atWork.set(request, { free });
    return null;
  };

  const done = (request: FastifyRequest): void => {
    atWork.get(request)?.free();
    atWork.delete(request);
  };

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
      if (underWay >= (change ? limits.ordersUnderWay : limits.readsUnderWay)) return heldUp(reply);
      // Machines prove themselves at their own doors, which have limits of their own.
      if (config?.need !== 'machine') {
        const seconds = await tooOften(request);
        if (seconds !== null) return no(reply, 'tooMany', 429, seconds);
      }
      // A socket stays open for hours and is counted elsewhere.
      if (url === '/ws/feeds') return null;
      underWay += 1;
      letIn.add(request);
      reply.raw.once('close', () => {
        over(request);
        done(request);
      });
      return null;
    },
    turn(request, reply) {
      const {
        url,
        config: { need },
      } = request.routeOptions;
      // What is fetched before a sign-in is small.
      if (need === 'public' || need === 'machine' || spared.has(url ?? '')) return null;
      // A file that is still coming is no work.
      if (request.isMultipart?.()) return beginUpload(request, reply);
      const places = changes.has(request.method) ? orders : reads;
      const begin = (): null => {
        // The place of whoever went away while waiting is not given back by that any more.
        if (reply.raw.destroyed) places.free();
        else atWork.set(request, places);
        return null;
      };
      const place = places.take();
      return place === true
        ? begin()
        : place.then((mine) => {
            if (mine) return begin();
            over(request);
            return heldUp(reply);
          });
    },
    done,
    figures: () => ({ reads: reads.figures(), orders: orders.figures(), underWay, refused: { ...refused } }),
  };
}

/** What a caller shows to prove its session; nothing is believed of it here. */
function sessionKey(request: FastifyRequest, cookieName: string): string | null {
  const token = request.headers['authtoken'];
  return cookieOf(request.raw, cookieName)?.slice(0, 200) ?? (typeof token === 'string' && token !== '' ? token.slice(0, 200) : null);
}
