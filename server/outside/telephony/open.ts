import { randomBytes } from 'node:crypto';
import { callsView } from '#shared/feeds/calls.ts';
import type { Config } from '../../config.ts';
import type { Access, Clock, Handle, Views } from '../../core/parts.ts';
import type { Partner } from '../../jobs/reactions.ts';
import { every } from '../../store/every.ts';
import { httpProvider } from './http-provider.ts';
import { readMapping, readReport, type Mapping } from './mapping.ts';
import type { Report, TelephonyProvider } from './provider.ts';
import { telephonySimulator } from './simulator.ts';
import type { Signing } from '../signing.ts';
import { openSweep } from './sweep.ts';
import { sendStep } from './send-step.ts';
import { takeReport } from './take-report.ts';

export interface Telephony {
  readonly partner: Partner;
  readonly provider: TelephonyProvider;
  readonly mapping: Mapping;
  /** Webhooks are signed with one of these. */
  readonly secrets: readonly string[];
  /** Whether steps go out; while a past is being made, nobody is dialled. */
  play(on: boolean): void;
  stop(): void;
}

export interface TelephonyParts {
  readonly config: Pick<Config, 'telephony' | 'roles' | 'knobs'>;
  readonly clock: Clock;
  readonly handle: Handle;
  readonly access: Pick<Access, 'systemViewer'>;
  readonly views: Views;
  readonly signing: Signing;
  readonly onError: (error: unknown) => void;
}

const sweepMs = 5_000;

/** The telephony partner: by its address and mapping, or the simulator where none is given. */
export function openTelephony(parts: TelephonyParts): Telephony {
  const { config, clock, handle, access, signing, onError } = parts;
  const { url, secrets: given, mappingFile } = config.telephony;
  const secrets = given ?? [`whsec_${randomBytes(32).toString('base64')}`];
  const mapping = readMapping(mappingFile);
  const take = { handle, access, signing };

  let playing = true;
  let sent = 0;
  /** The simulator speaks as any partner does: a signed body that is proven before it counts. */
  const deliver = async (report: Report): Promise<void> => {
    const body = Buffer.from(JSON.stringify(report));
    const headers = signing.sign(secrets[0] ?? '', `sim-${clock.now()}-${(sent += 1)}`, clock.now(), body);
    const id = signing.prove(headers, body, secrets, clock.now());
    if (id !== null) await takeReport(take, readReport(JSON.parse(body.toString('utf8')), mapping), id);
  };
  const provider = url
    ? httpProvider({ url, mapping, secrets, clock, signing })
    : telephonySimulator({ clock, deliver, onError, pace: config.knobs.simulatedCallPercent / 100 });

  const calls = parts.views.get(callsView).rows;
  const send = sendStep({ ...take, clock, provider, call: (id) => calls.get(id), onError });
  const partner: Partner = async (input, key) => {
    if (playing) await send(input, key);
  };
  const sweep = openSweep({ ...take, clock, provider, calls: () => calls.values(), onError });

  const stopSweep = config.roles.has('jobs')
    ? every(sweepMs, () => void sweep().catch(onError))
    : () => undefined;
  return {
    partner,
    provider,
    mapping,
    secrets,
    play(on) {
      playing = on;
    },
    stop() {
      stopSweep();
      provider.stop();
    },
  };
}
