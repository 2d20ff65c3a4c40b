const place = 'ops-wall-device';
let memory: string | null = null;

/** The token of this paired screen; it opens boards and nothing else. */
export function pairedToken(): string | null {
  try {
    return localStorage.getItem(place) ?? memory;
  } catch {
    return memory; // storage is disabled: paired until the page is closed
  }
}

export function keepDevice(token: string): void {
  memory = token;
  try {
    localStorage.setItem(place, token);
  } catch {
    // storage is disabled: paired until the page is closed
  }
}

export function forgetDevice(): void {
  memory = null;
  try {
    localStorage.removeItem(place);
  } catch {
    // storage is disabled: nothing was stored
  }
}
