/**
 * Details of the installation, which the server writes into the page; empty where the page was not served by
 * it.
 */
export const deployment = {
  version: meta('app-version'),
  environment: meta('environment'),
  /** The provider's own site, an https address without its last slash. */
  site(): string | null {
    const given = meta('provider-site');
    return /^https:\/\/[^\s"'<>]+$/.test(given) ? given.replace(/\/$/, '') : null;
  },
};

function meta(name: string): string {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
