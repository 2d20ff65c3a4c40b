const place = 'ops-recent';
const MOST = 12;

/** Ids recently opened through the palette, latest first; cleared with the session. */
export function remembered(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return []; // storage is disabled or corrupt: nothing is remembered
  }
}

export function remember(id: string): void {
  try {
    sessionStorage.setItem(
      place,
      JSON.stringify([id, ...remembered().filter((one) => one !== id)].slice(0, MOST)),
    );
  } catch {
    // storage is disabled: nothing is remembered
  }
}
