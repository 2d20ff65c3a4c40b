import type { WireError } from '#shared/wire.ts';
import { newKey, pathOf } from './api.ts';
import { Failure } from './failure.ts';
import { session } from './session.ts';
import { languageNow, translateFrame } from '#web/locales/translations.ts';

export interface Sent {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Sending {
  /** The record it is uploaded for: `customer-17`. */
  readonly record?: string | undefined;
  readonly onPart?: (part: number) => void;
  readonly signal?: AbortSignal;
}

let before: Promise<void> = Promise.resolve();

/**
 * Uploads files one after the other, because the server takes two per person at a time, and reports progress;
 * aborts with the signal.
 */
export function sendFile(file: File, sending: Sending = {}): Promise<Sent> {
  const { signal } = sending;
  return new Promise((done, fail) => {
    signal?.addEventListener('abort', () => fail(signal.reason));
    before = before.then(() =>
      signal?.aborted ? fail(signal.reason) : send(file, sending).then(done, fail),
    );
  });
}

function send(file: File, { record, onPart, signal }: Sending): Promise<Sent> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    const correlationId = newKey();
    const broke = (code: string, message: string, status = 0): void =>
      fail(new Failure({ code, message, correlationId }, status, true));
    request.open('POST', pathOf('/file', { for: record }));
    request.setRequestHeader('authtoken', session.now().token ?? '');
    request.setRequestHeader('accept-language', languageNow());
    request.setRequestHeader('x-correlation-id', correlationId);
    request.setRequestHeader('idempotency-key', newKey());
    request.timeout = 180_000;
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onPart?.(loaded / total);
    request.onerror = () =>
      broke(
        navigator.onLine ? 'unreachable' : 'offline',
        translateFrame(navigator.onLine ? 'error.unreachable' : 'error.offline'),
      );
    request.ontimeout = () => broke('timeout', translateFrame('error.timeout', { seconds: 180 }));
    request.onload = () => {
      let answer: unknown;
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        return broke('badAnswer', translateFrame('error.badAnswer'), request.status);
      }
      if (request.status >= 200 && request.status < 300) return done(answer as Sent);
      const token = session.now().token;
      const wire = answer as WireError;
      if (request.status === 401 && token) session.end(wire.code);
      return fail(
        new Failure(
          { ...wire, correlationId: wire.correlationId ?? correlationId },
          request.status,
          request.status >= 500,
        ),
      );
    };
    const form = new FormData();
    form.append('file', file, file.name);
    signal?.addEventListener('abort', () => {
      request.abort();
      fail(signal.reason);
    });
    request.send(form);
  });
}
