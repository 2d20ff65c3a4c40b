import { cutText } from '#shared/core/cut.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { sign } from '../sources/signature.ts';
import type { Dice } from './dice.ts';
import type { Fault } from './options.ts';

/** What was sent and the results. */
export interface Tally {
  sent: number;
  accepted: number;
  refused: number;
  retried: number;
  givenUp: number;
  withheld: number;
}

export interface Delivery {
  /** Sends one message as a webhook, with random faults. */
  deliver(message: SourceMessage): void;
  /** Sends one message without faults and returns the answer. */
  once(
    message: SourceMessage,
  ): Promise<{ headers: Readonly<Record<string, string>>; body: string; status: number; answer: string }>;
  readonly tally: Tally;
  settled(): Promise<void>;
  stop(): void;
}

export interface DeliveryParts {
  readonly server: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly dice: Dice;
  readonly faults: ReadonlySet<Fault>;
  readonly isDown: () => boolean;
  readonly clock: () => number;
  readonly newId: () => string;
}

/** Standard Webhooks' own schedule, as far as a simulation lasts; ms. */
const retries: readonly number[] = [5_000, 30_000, 120_000, 300_000];
const wrongSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export function openDelivery(parts: DeliveryParts): Delivery {
  const { dice, faults } = parts;
  const tally: Tally = { sent: 0, accepted: 0, refused: 0, retried: 0, givenUp: 0, withheld: 0 };
  const waiting = new Set<NodeJS.Timeout>();
  const under = new Set<Promise<unknown>>();
  let heldBack: (() => void) | null = null;
  let stopped = false;

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      work();
    }, ms);
    waiting.add(timer);
  };
  const keep = (work: Promise<unknown>): void => {
    under.add(work);
    void work.finally(() => under.delete(work));
  };

  const post = async (
    service: Service,
    id: string,
    body: string,
    secret: string,
  ): Promise<{ status: number; answer: string; headers: Readonly<Record<string, string>> }> => {
    const headers = { 'content-type': 'application/json', ...sign(secret, id, parts.clock(), body) };
    tally.sent += 1;
    const response = await fetch(`${parts.server}/relay/webhooks/${service}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, answer: await response.text(), headers };
  };

  /** Sends until accepted, on the schedule, always under one webhook id. */
  const send = async (service: Service, id: string, body: string, attempt = 0): Promise<void> => {
    let status = 0;
    try {
      status = (await post(service, id, body, parts.secrets[service]!)).status;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
    if (status >= 200 && status < 300) {
      tally.accepted += 1;
      return;
    }
    const wait = retries[attempt];
    if (wait === undefined || stopped) {
      tally.givenUp += 1;
      return;
    }
    tally.retried += 1;
    later(wait * (0.9 + 0.2 * dice.next()), () => keep(send(service, id, body, attempt + 1)));
  };

  const deliver = (message: SourceMessage): void => {
    if (parts.isDown() || (faults.has('drop') && dice.chance(0.1))) {
      tally.withheld += 1;
      return;
    }
    const { service } = message;
    const id = parts.newId();
    const body = JSON.stringify(message);
    const go = (): void => keep(send(service, id, body));
    if (faults.has('duplicate') && dice.chance(0.2))
      for (let i = 0; i < 4; i += 1) later(dice.whole(0, 3_000), go);
    if (faults.has('garbage') && dice.chance(0.05))
      keep(send(service, parts.newId(), cutText(body, dice.whole(1, body.length - 1))));
    if (faults.has('badSignature') && dice.chance(0.05))
      keep(
        post(service, parts.newId(), body, wrongSecret).then(({ status }) => {
          if (status === 401) tally.refused += 1;
        }),
      );
    if (faults.has('late') && dice.chance(0.1)) return later(dice.whole(5_000, 60_000), go);
    if (faults.has('reorder') && heldBack === null && dice.chance(0.2)) {
      heldBack = go;
      return;
    }
    go();
    if (heldBack) {
      later(50, heldBack);
      heldBack = null;
    }
  };

  return {
    deliver,
    tally,
    async once(message) {
      const body = JSON.stringify(message);
      const { status, answer, headers } = await post(
        message.service,
        parts.newId(),
        body,
        parts.secrets[message.service]!,
      );
      return { headers, body, status, answer };
    },
    async settled() {
      while (under.size > 0) await Promise.allSettled([...under]);
    },
    stop() {
      stopped = true;
      for (const timer of waiting) clearTimeout(timer);
    },
  };
}
