/** How long the browser may take to read what it saves. */
const READ_MS = 60_000;

/** Saves bytes as a file of this name; what a file name cannot have becomes a dash. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll('/', '-');
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
