import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Four bytes of the SHA-256 of each password of twelve characters or more among the million most used of ten million that leaked, sorted:
 * SecLists, `10-million-password-list-top-1000000` (Creative Commons Attribution-ShareAlike 3.0). Nobody's password stands in it in clear.
 */
const file = new URL('./leaked-passwords.bin', import.meta.url);
const width = 4;

const spelling = (plain: string): string => plain.normalize('NFKC').toLowerCase();
const markOf = (plain: string): number => createHash('sha256').update(spelling(plain)).digest().readUInt32BE(0);

/** Whether a password is one of those, however its letters are written; one in a hundred thousand of others is taken for one. Reads the list each time: it is asked for rarely. */
export function isLeaked(plain: string): boolean {
  const marks = readFileSync(file);
  const mark = markOf(plain);
  let [from, to] = [0, marks.length / width];
  while (from < to) {
    const middle = (from + to) >> 1;
    const there = marks.readUInt32BE(middle * width);
    if (there === mark) return true;
    if (there < mark) from = middle + 1;
    else to = middle;
  }
  return false;
}

// node server/access/leaked-passwords.ts LIST: makes the file anew from a list with one password a line.
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const lines = readFileSync(process.argv[2]!, 'utf8').split(/\r?\n/);
  const marks = [...new Set(lines.filter((line) => [...line].length >= 12).map(markOf))].toSorted((a, b) => a - b);
  const bytes = Buffer.alloc(marks.length * width);
  for (const [n, mark] of marks.entries()) bytes.writeUInt32BE(mark, n * width);
  writeFileSync(file, bytes);
  console.log(`${marks.length} passwords.`);
}
