import type { WireError } from '#shared/wire.ts';
import { languageNow } from '#web/words/words.ts';
import { pathOf } from './api.ts';
import { Failure } from './failure.ts';
import { session } from './session.ts';

/** A kept file as an address that only this page can use, opened of the record `through`; give it back with `URL.revokeObjectURL`. */
export async function fileUrl(id: string, signal: AbortSignal, through?: string): Promise<string> {
  const response = await fetch(pathOf(`/file/${encodeURIComponent(id)}`, { for: through }), {
    headers: { authtoken: session.now().token ?? '', 'accept-language': languageNow() },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (response.ok) return URL.createObjectURL(await response.blob());
  const wire = (await response.json().catch(() => ({ code: 'serverFault', message: response.statusText, correlationId: '' }))) as WireError;
  throw new Failure(wire, response.status, response.status >= 500);
}
