import type { WireError } from '#shared/wire.ts';
import { languageNow } from '#web/locales/translations.ts';
import { pathOf } from './api.ts';
import { Failure } from './failure.ts';
import { session } from './session.ts';

/** The bytes of an uploaded file, opened through the record `through`. */
export function keptFile(id: string, signal: AbortSignal, through?: string): Promise<Blob> {
  return fetchKept(pathOf(`/file/${encodeURIComponent(id)}`, { for: through }), signal);
}

/** The bytes behind a path that requires a session. */
export async function fetchKept(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, {
    headers: { authtoken: session.now().token ?? '', 'accept-language': languageNow() },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (response.ok) return response.blob();
  const wire = (await response
    .json()
    .catch(() => ({ code: 'serverFault', message: response.statusText, correlationId: '' }))) as WireError;
  throw new Failure(wire, response.status, response.status >= 500);
}
