/** Parses a typed time to `HH:mm`: 930, 9:30 and 09.30 are the same; invalid text is returned unchanged. */
export function timeFromText(text: string): string {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})[:.]?(\d{2})\s*$/.exec(text) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : text;
}
