import { cutText } from '#shared/core/cut.ts';
import type { Clock } from '../../core/parts.ts';
import type { Mapping } from './mapping.ts';
import { readReport } from './mapping.ts';
import type { Signing } from '../signing.ts';
import { callRefOf, StepRefused, type Recording, type Step, type TelephonyProvider } from './provider.ts';

const patienceMs = 8_000;
const recordingBytes = 50 * 1024 * 1024;

export interface HttpProviderParts {
  readonly url: string;
  readonly mapping: Mapping;
  /** Signs what goes out, newest first. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly signing: Signing;
}

function bodyOf(step: Step, { dialBody, dialFields }: Mapping): Record<string, unknown> {
  const { recipient: _recipient, callId, action, ...rest } = step;
  if (action !== 'dial') return { callRef: callRefOf(callId), ...rest };
  const named = { callRef: callRefOf(callId), ...rest };
  return {
    ...dialBody,
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [dialFields[name] ?? name, value])),
  };
}

/** Another telephony partner by HTTP: the contract stands in docs/protocol.md, its own names in the mapping file. */
export function httpProvider({
  url,
  mapping,
  secrets,
  clock,
  signing,
}: HttpProviderParts): TelephonyProvider {
  const address = (template: string, callRef: string, action = ''): string =>
    url +
    template
      .replace('{callRef}', encodeURIComponent(callRef))
      .replace('{action}', encodeURIComponent(action));
  const signed = (key: string, body: string): Record<string, string> =>
    secrets[0] ? { ...signing.sign(secrets[0], key, clock.now(), body) } : {};

  return {
    name: new URL(url).host,
    async carryOut(step, key) {
      const ref = callRefOf(step.callId);
      const target =
        step.action === 'dial' ? address(mapping.dial, ref) : address(mapping.step, ref, step.action);
      const body = JSON.stringify(bodyOf(step, mapping));
      const answer = await fetch(target, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...signed(key, body),
          ...mapping.headers,
        },
        body,
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.ok) return;
      const text = cutText(await answer.text(), 200);
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
        throw new StepRefused(`${step.action}: ${answer.status} ${text}`);
      throw new Error(`Telephony ${step.action}: ${answer.status} ${text}`);
    },
    async status(callRef) {
      const answer = await fetch(address(mapping.status, callRef), {
        headers: { ...signed(`status-${callRef}`, ''), ...mapping.headers },
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`Telephony status: ${answer.status}`);
      return readReport(await answer.json(), mapping);
    },
    async recording(where): Promise<Recording | null> {
      const { host } = new URL(where);
      // Only from the partner itself: an address in a report must not reach into our own network.
      if (host !== new URL(url).host && !mapping.recordingHosts.includes(host)) return null;
      const answer = await fetch(where, {
        headers: mapping.headers,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > recordingBytes) return null;
      return {
        type: answer.headers.get('content-type') ?? 'audio/wav',
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    },
    stop: () => undefined,
  };
}
