/**
 * A hand-made fault and the test file that must fail because of it. `find` matches regardless of white space
 * and line breaks, and occurs exactly once in the file.
 */
export interface Mutant {
  readonly name: string;
  readonly why: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly project: 'unit' | 'promises' | 'faults';
  readonly test: string;
  /** Runs only tests whose title contains this. */
  readonly titled?: string;
  /** The reason why it may survive; such a row is listed and does not fail the run. */
  readonly lives?: string;
}

type Row = readonly [find: string, replace: string, why: string];

/** Mutants of one file that a unit test must kill; `why` is the rule that each breaks, and also its name. */
export function inFile(file: string, test: string, rows: readonly Row[]): Mutant[] {
  return rows.map(([find, replace, why]) => ({ name: why, why, file, find, replace, project: 'unit', test }));
}

/** Mutants of one file that a promise must kill. */
export function inPromise(file: string, test: string, titled: string, rows: readonly Row[]): Mutant[] {
  return inFile(file, test, rows).map((mutant) => ({ ...mutant, project: 'promises', titled }));
}

/**
 * Finds a code fragment however it is formatted: white space, line breaks and a comma before a closing
 * bracket do not count.
 */
export function matcher(find: string): RegExp {
  const tokens = find.match(/[\w$]+|[^\w\s$]/g) ?? [];
  const parts = tokens.map((token, i) => {
    const before = tokens[i - 1];
    const gap = before === undefined ? '' : /^[\w$]/.test(token) && /[\w$]$/.test(before) ? '\\s+' : '\\s*';
    const comma = i > 0 && /^[)\]}]$/.test(token) ? ',?\\s*' : '';
    return `${gap}${comma}${token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`;
  });
  return new RegExp(parts.join(''), 'g');
}
