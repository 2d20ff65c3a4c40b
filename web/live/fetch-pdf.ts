import { pathOf } from './api.ts';
import { session } from './session.ts';

/** The PDF that the server makes, as a file of this page. */
export async function fetchPdf(path: string, query: Readonly<Record<string, string>>): Promise<Blob> {
  const response = await fetch(pathOf(path, query), {
    headers: { authtoken: session.now().token ?? '' },
    credentials: 'same-origin',
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.blob();
}
