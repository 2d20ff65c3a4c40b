const here = 'https://console.invalid';

/**
 * The address if it stays within this console, else null: nothing that a browser would resolve to another
 * host, a script or another scheme.
 */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, here)) return null;
  const { origin, pathname } = new URL(value, here);
  return origin === here && !pathname.startsWith('//') ? value : null;
}
