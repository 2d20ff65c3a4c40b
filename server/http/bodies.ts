import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#shared/core/limits.ts';

export interface BodiesOptions {
  /** Ends a request whose body does not arrive, with an answer if the sender still listens. */
  readonly end: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly now?: () => number;
}

/** Requests whose body is still arriving. */
export interface Bodies {
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /** The body is complete, or nobody waits for it any more. */
  over(request: FastifyRequest): void;
  figures(): { readonly unfinished: number; readonly ended: number };
  close(): void;
}

interface Coming {
  readonly reply: FastifyReply;
  readonly address: string;
  readonly began: number;
  /** A file may take long as long as it progresses. */
  readonly isFile: boolean;
  bytes: number;
  moved: number;
}

const sweepMs = 500;
/** A younger body is never ended: the event loop may not have read it yet. */
const graceMs = 1_000;

/** Whether a request announces a body. */
export function bringsBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Limits bodies in time and in number per address. Beyond the limit the oldest unfinished body is dropped,
 * so that slow senders behind a shared address do not block new ones.
 */
export function openBodies({ end, now = () => performance.now() }: BodiesOptions): Bodies {
  const coming = new Map<FastifyRequest, Coming>();
  let ended = 0;
  let timer: NodeJS.Timeout | null = null;

  const cut = (request: FastifyRequest, { reply }: Coming): void => {
    coming.delete(request);
    ended += 1;
    end(request, reply);
  };

  const isLate = (request: FastifyRequest, one: Coming, at: number): boolean => {
    if (request.raw.complete) return false;
    if (!one.isFile) return at - one.began > limits.bodyMs;
    const bytes = request.raw.socket.bytesRead;
    if (bytes !== one.bytes) Object.assign(one, { bytes, moved: at });
    return at - one.moved > limits.bodyMs;
  };

  const sweep = (): void => {
    timer = null;
    const at = now();
    const slow = new Map<string, (readonly [FastifyRequest, Coming])[]>();
    for (const [request, one] of coming) {
      if (isLate(request, one, at)) cut(request, one);
      else if (!one.isFile && !request.raw.complete && at - one.began > graceMs)
        slow.set(one.address, [...(slow.get(one.address) ?? []), [request, one]]);
    }
    for (const those of slow.values())
      for (const [request, one] of those.slice(0, -limits.bodiesPerAddress)) cut(request, one);
    watch();
  };
  const watch = (): void => {
    if (coming.size > 0) timer ??= setTimeout(sweep, sweepMs).unref();
  };

  return {
    begin(request, reply) {
      const at = now();
      const isFile = /^multipart\//i.test(request.headers['content-type'] ?? '');
      coming.set(request, { reply, address: request.ip, began: at, isFile, bytes: 0, moved: at });
      reply.raw.once('close', () => coming.delete(request));
      watch();
    },
    over(request) {
      coming.delete(request);
    },
    figures: () => ({ unfinished: coming.size, ended }),
    close() {
      if (timer) clearTimeout(timer);
      coming.clear();
    },
  };
}
