import { session } from '#web/live/session.ts';
import { languageNow } from '#web/words/words.ts';
import { Failure } from '#web/live/failure.ts';
import type { WireError } from '#shared/wire.ts';

/** A kept file as an address that only this page can use; give it back with `URL.revokeObjectURL`. */
export async function fileUrl(id: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`/file/${encodeURIComponent(id)}`, {
    headers: { authtoken: session.now().token ?? '', 'accept-language': languageNow() },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (response.ok) return URL.createObjectURL(await response.blob());
  const wire = (await response.json().catch(() => ({ code: 'serverFault', message: response.statusText, correlationId: '' }))) as WireError;
  throw new Failure(wire, response.status, response.status >= 500);
}
