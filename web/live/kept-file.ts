import type { WireError } from '#shared/wire.ts';
import { languageNow } from '#web/words/words.ts';
import { pathOf } from './api.ts';
import { Failure } from './failure.ts';
import { session } from './session.ts';

/** The bytes of a kept file, opened of the record `through`. */
export async function keptFile(id: string, signal: AbortSignal, through?: string): Promise<Blob> {
  const response = await fetch(pathOf(`/file/${encodeURIComponent(id)}`, { for: through }), {
    headers: { authtoken: session.now().token ?? '', 'accept-language': languageNow() },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (response.ok) return response.blob();
  const wire = (await response.json().catch(() => ({ code: 'serverFault', message: response.statusText, correlationId: '' }))) as WireError;
  throw new Failure(wire, response.status, response.status >= 500);
}
