import type { WireError } from '#shared/wire.ts';
import { headersOf, newKey } from './api.ts';
import type { Query } from './api.ts';
import { Failure } from './failure.ts';
import { saveBlob } from './save-blob.ts';
import { session } from './session.ts';
import { languageNow, translateFrame } from '#web/locales/translations.ts';

/** Downloads a file that requires this person's session. */
export async function fetchFile(path: string, query: Query, name: string): Promise<void> {
  const correlationId = newKey();
  let response: Response;
  try {
    response = await fetch(path, {
      headers: {
        ...headersOf(query),
        authtoken: session.now().token ?? '',
        'accept-language': languageNow(),
        'x-correlation-id': correlationId,
      },
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch {
    throw new Failure(
      { code: 'unreachable', message: translateFrame('error.unreachableRead'), correlationId },
      0,
      true,
    );
  }
  if (!response.ok) {
    const wire = await response.json().then(
      (body) => body as WireError,
      (): WireError => ({
        code: 'serverFault',
        message: translateFrame('error.server', { status: response.status }),
        correlationId,
      }),
    );
    throw new Failure(
      { ...wire, correlationId: wire.correlationId ?? correlationId },
      response.status,
      response.status >= 500,
    );
  }
  saveBlob(await response.blob(), nameFrom(response.headers.get('content-disposition')) ?? name);
}

export function nameFrom(disposition: string | null): string | null {
  const found = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (found) return decodeURIComponent(found);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;
}
