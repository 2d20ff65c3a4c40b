import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import type { Config } from '../../config.ts';
import type { Partner } from '../../jobs/reactions.ts';
import type { Access, Clock, Handle } from '../../core/parts.ts';
import type { Signing } from '../signing.ts';
import { httpPayments } from './http-provider.ts';
import { paymentReport, type PaymentProvider, type PaymentReport } from './provider.ts';
import { paymentSimulator, type PaymentSimulator } from './simulator.ts';
import { takePayment } from './take-report.ts';

export interface Payments {
  /** Asks the provider about a payment of which it has told nothing. */
  readonly partner: Partner;
  readonly provider: PaymentProvider;
  /** Null where a provider outside is given. */
  readonly simulator: PaymentSimulator | null;
  /** Webhooks are signed with one of these. */
  readonly secrets: readonly string[];
  stop(): void;
}

const asked = z.object({ recipient: texts.own() });

/** The payment provider: by its address, or the simulator where none is given. */
export function openPayments(parts: {
  readonly config: Pick<Config, 'payments'>;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly handle: Handle;
  readonly access: Pick<Access, 'systemViewer'>;
  readonly signing: Signing;
  readonly onError: (error: unknown) => void;
}): Payments {
  const { config, clock, signing } = parts;
  const { url, secrets: given } = config.payments;
  const secrets = given ?? [`whsec_${randomBytes(32).toString('base64')}`];
  let sent = 0;
  /** The simulator speaks as any provider does: a signed body that is proven before it counts. */
  const deliver = async (report: PaymentReport): Promise<void> => {
    const body = Buffer.from(JSON.stringify(report));
    const headers = signing.sign(secrets[0] ?? '', `sim-${clock.now()}-${(sent += 1)}`, clock.now(), body);
    const id = signing.prove(headers, body, secrets, clock.now());
    if (id !== null) await takePayment(parts, paymentReport.parse(JSON.parse(body.toString('utf8'))), id);
  };
  const simulator = url ? null : paymentSimulator({ ...parts, deliver });
  const provider = simulator ?? httpPayments({ url: url ?? '', secrets, clock, signing });
  return {
    provider,
    simulator,
    secrets,
    async partner(input) {
      const { recipient } = asked.parse(input);
      const known = await provider.status(recipient);
      if (known) await takePayment(parts, known, `asked:${recipient}:${known.status}`);
    },
    stop: () => simulator?.stop(),
  };
}
