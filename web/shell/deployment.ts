/**
 * Details of the installation, which the server writes into the page; empty where the page was not served by
 * it.
 */
export const deployment = {
  version: meta('app-version'),
  environment: meta('environment'),
};

function meta(name: string): string {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
