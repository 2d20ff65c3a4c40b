const place = 'ops-wall-device';
let memory: string | null = null;

/** The token this screen was paired with; it opens boards and nothing else. */
export function pairedToken(): string | null {
  try {
    return localStorage.getItem(place) ?? memory;
  } catch {
    return memory; // storage switched off: paired until the page is closed
  }
}

export function keepDevice(token: string): void {
  memory = token;
  try {
    localStorage.setItem(place, token);
  } catch {
    // storage switched off: paired until the page is closed
  }
}

export function forgetDevice(): void {
  memory = null;
  try {
    localStorage.removeItem(place);
  } catch {
    // storage switched off: nothing was kept
  }
}
