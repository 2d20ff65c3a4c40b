/** A cell's text that no spreadsheet takes for a formula. */
export function safeCell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+@\-\u2212]/.test(flat) && !/^[-\u2212+]?[\d.,\s]+$/.test(flat) ? `'${flat}` : flat;
}

/** Puts text on the clipboard; false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission or no secure page: the caller says so
  }
}
