/** Scripts beside Latin in which names and texts are written, and for which there is a typeface on paper. */
export const scripts = ['devanagari', 'kannada', 'tamil', 'malayalam', 'telugu'] as const;
export type Script = (typeof scripts)[number];

export interface ScriptRun {
  /** null: Latin letters, digits, punctuation and whatever belongs to no script of the list. */
  readonly script: Script | null;
  readonly text: string;
}

/** The letters and signs of each script that its typeface has. */
const letters: Readonly<Record<Script, string>> = {
  devanagari: '[\\p{Script=Devanagari}\\u0951-\\u0954\\u0964\\u0965]',
  kannada: '(?![\\u0cdc\\u0cdd\\u0cf3])\\p{Script=Kannada}',
  tamil: '(?![\\u{11fc0}-\\u{11fff}])\\p{Script=Tamil}',
  malayalam: '\\p{Script=Malayalam}',
  telugu: '(?![\\u0c04\\u0c3c\\u0c5c\\u0c5d\\u0c77-\\u0c7f])\\p{Script=Telugu}',
};
/** Words of one script and the spaces between them; joiners belong to the letter before them. */
const run = new RegExp(
  scripts
    .map((script) => {
      const word = `(?:${letters[script]}[\\u200c\\u200d]*)+`;
      return `(?<${script}>${word}(?: +${word})*)`;
    })
    .join('|'),
  'gu',
);

/** A text cut into runs of one script each; together they are the text. */
export function scriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  let at = 0;
  for (const found of text.matchAll(run)) {
    if (found.index > at) runs.push({ script: null, text: text.slice(at, found.index) });
    runs.push({ script: scripts.find((one) => found.groups?.[one] !== undefined)!, text: found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length || runs.length === 0) runs.push({ script: null, text: text.slice(at) });
  return runs;
}
