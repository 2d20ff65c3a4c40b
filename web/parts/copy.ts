/** Escapes text that a spreadsheet would take for a formula. */
export function safeCell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+@\-\u2212]/.test(flat) && !/^[-\u2212+]?[\d.,\s]+$/.test(flat) ? `'${flat}` : flat;
}

/** Copies text to the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission or no secure context: the caller says so
  }
}
