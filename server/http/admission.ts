import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutText } from '#shared/core/cut.ts';
import { limits } from '#shared/core/limits.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import { bringsBody, openBodies, type Bodies } from './bodies.ts';
import { openSlots, type Slots } from './slots.ts';
import { cookieOf } from '../relay/upgrade.ts';

export interface AdmissionParts {
  readonly cookieName: string;
  /** Requests a minute per session, and per address whatever the number of people behind it. */
  readonly perSession: number;
  readonly perAddress: number;
  /** The disk is nearly full: requests that write are refused. */
  readonly storageFull: () => boolean;
  /** Answers a sender whose body did not arrive. */
  readonly endSlow: Parameters<typeof openBodies>[0]['end'];
}

export interface Admission {
  /**
   * Null admits the request, which counts until it is answered; otherwise the refusal, with `Retry-After`
   * set.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | null>;
  /** Called once the request is complete and its sender known: null when it may be processed now. */
  turn(request: FastifyRequest, reply: FastifyReply): Refusal | null | Promise<Refusal | null>;
  /** The answer is ready and its slot is free, however long the client takes to read it. */
  done(request: FastifyRequest): void;
  figures(): {
    readonly reads: ReturnType<Slots['figures']>;
    readonly commands: ReturnType<Slots['figures']>;
    readonly underWay: number;
    readonly bodies: ReturnType<Bodies['figures']>;
    readonly refused: Readonly<Record<'overloaded' | 'tooMany' | 'storageFull', number>>;
  };
}

/** Used for restarts, routing and alarms, hence answered whatever the load. */
const spared = new Set(['/healthz', '/readyz', '/health', '/metrics']);
/** Signing in and out writes a row or two, for which there is always room. */
const always = new Set(['/employee/api/v2/SignIn/login', '/employee/api/v2/SignIn']);
const changes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Admission under overload: running requests finish, commands are admitted longer than reads, and one
 * session or address cannot use up the slots of others. Runs before the session is looked up and before the
 * body is read.
 */
export async function openAdmission(app: FastifyInstance, parts: AdmissionParts): Promise<Admission> {
  await app.register(rateLimit, { global: false });
  const timeWindow = 60_000;
  const ofSession = app.createRateLimit({
    max: parts.perSession,
    timeWindow,
    keyGenerator: (request) => `session:${sessionKey(request, parts.cookieName)}`,
  });
  const ofAddress = app.createRateLimit({
    max: parts.perAddress,
    timeWindow,
    keyGenerator: (request) => `address:${request.ip}`,
  });
  /** Signed links of customers: guessing them is rate-limited. */
  const ofLinks = app.createRateLimit({
    max: limits.customerLinksAMinute,
    timeWindow,
    keyGenerator: (request) => `links:${request.ip}`,
  });
  const refused = { overloaded: 0, tooMany: 0, storageFull: 0 };
  const reads = openSlots({
    least: limits.readsLeast,
    most: limits.readSlots,
    workMs: limits.readsWorkMs,
    patienceMs: limits.readsWaitMs,
    turnMs: limits.readsTurnMs,
  });
  const commands = openSlots({
    least: limits.leastCommands,
    most: limits.commandSlots,
    workMs: limits.commandWorkMs,
    patienceMs: limits.commandWaitMs,
  });
  /** What a request releases when it is done. */
  const atWork = new WeakMap<FastifyRequest, Pick<Slots, 'free'>>();
  let underWay = 0;
  const letIn = new WeakSet<FastifyRequest>();
  const over = (request: FastifyRequest): void => {
    if (letIn.delete(request)) underWay -= 1;
  };
  const bodies = openBodies({ end: parts.endSlow });
  app.addHook('onClose', async () => bodies.close());
  const isFull = (request: FastifyRequest): boolean =>
    underWay >= (changes.has(request.method) ? limits.commandSlots : limits.readSlots);
  /** Counts a request from the time it is complete until its answer is ready. */
  const count = (request: FastifyRequest, reply: FastifyReply): void => {
    if (reply.raw.destroyed) return;
    underWay += 1;
    letIn.add(request);
  };

  /**
   * A refusal for want of a slot is delayed until a retry makes sense, since clients that retry at once
   * would keep the server busy with refusals. At most this many wait; the others are refused immediately.
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
  /** Counts a file upload in progress until it is answered. */
  const beginUpload = (request: FastifyRequest, reply: FastifyReply): Refusal | null => {
    // A client that is already gone will never end it.
    if (reply.raw.destroyed) return null;
    const empId = request.viewer?.empId ?? 0;
    const own = uploadsOf.get(empId) ?? 0;
    if (own >= limits.uploadsPerPerson || uploads >= limits.uploadSlots) return no(reply, 'tooMany', 429, 5);
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
    over(request);
    atWork.get(request)?.free();
    atWork.delete(request);
  };

  const no = (
    reply: FastifyReply,
    code: keyof typeof refused,
    status: 429 | 503,
    seconds: number,
  ): Refusal => {
    refused[code] += 1;
    reply.header('retry-after', String(seconds));
    return refuse(code, status, { seconds });
  };

  const tooOften = async (request: FastifyRequest): Promise<number | null> => {
    const links = request.routeOptions.config.customer ? [ofLinks] : [];
    for (const limit of sessionKey(request, parts.cookieName) === null
      ? [...links, ofAddress]
      : [...links, ofSession, ofAddress]) {
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
      if (isFull(request)) return heldUp(reply);
      // Machine routes authenticate their callers themselves and have limits of their own.
      if (config?.need !== 'machine') {
        const seconds = await tooOften(request);
        if (seconds !== null) return no(reply, 'tooMany', 429, seconds);
      }
      // A socket stays open for hours and is counted elsewhere.
      if (url === '/ws/feeds') return null;
      reply.raw.once('close', () => done(request));
      // A body that is still arriving holds no slot, however slow it is.
      if (change && bringsBody(request)) bodies.begin(request, reply);
      else count(request, reply);
      return null;
    },
    turn(request, reply) {
      const {
        url,
        config: { need },
      } = request.routeOptions;
      const isFile = request.isMultipart?.() ?? false;
      if (!isFile) bodies.over(request);
      if (!letIn.has(request) && !spared.has(url ?? '') && url !== '/ws/feeds') {
        if (isFull(request)) return heldUp(reply);
        count(request, reply);
      }
      // Requests before sign-in are small.
      if (need === 'public' || need === 'machine' || spared.has(url ?? '')) return null;
      // A file that is still arriving is not work.
      if (isFile) return beginUpload(request, reply);
      const slots = changes.has(request.method) ? commands : reads;
      const begin = (): null => {
        // The client left while waiting, so nothing else would free its slot.
        if (reply.raw.destroyed) slots.free();
        else atWork.set(request, slots);
        return null;
      };
      const slot = slots.take();
      return slot === true
        ? begin()
        : slot.then((mine) => {
            if (mine) return begin();
            over(request);
            return heldUp(reply);
          });
    },
    done,
    figures: () => ({
      reads: reads.figures(),
      commands: commands.figures(),
      underWay,
      bodies: bodies.figures(),
      refused: { ...refused },
    }),
  };
}

/** The credentials a caller sends, unverified; only a key for counting. */
function sessionKey(request: FastifyRequest, cookieName: string): string | null {
  const token = request.headers['authtoken'];
  return cutText(cookieOf(request.raw, cookieName) ?? (typeof token === 'string' ? token : ''), 200) || null;
}
