import type { Language } from './translations.ts';

/** How a language counts: numbers below a hundred, hundreds, and the Indian thousands, lakhs and crores. */
interface Counting {
  readonly underHundred: (n: number) => string;
  readonly underThousand: (n: number) => string;
  readonly many: (said: string, size: 'crore' | 'lakh' | 'thousand', count: number) => string;
  readonly amount: (rupees: string, paise: number) => string;
}

const smallEnglish =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tensEnglish = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const smallSpanish = (
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve ' +
  'veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'
).split(' ');
const tensSpanish = '- - veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const hundredsSpanish =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );

/** *Uno* before a masculine noun. */
const shortened = (said: string): string => said.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');

const english: Counting = {
  underHundred: (n) => {
    const rest = n % 10;
    return smallEnglish[n] ?? `${tensEnglish[Math.floor(n / 10)]}${rest > 0 ? `-${smallEnglish[rest]}` : ''}`;
  },
  underThousand: (n) => {
    const [hundreds, rest] = [Math.floor(n / 100), n % 100];
    if (hundreds === 0) return english.underHundred(rest);
    return `${smallEnglish[hundreds]} hundred${rest > 0 ? ` ${english.underHundred(rest)}` : ''}`;
  },
  many: (said, size) => `${said} ${size}`,
  amount: (rupees, paise) =>
    `Rupees ${rupees}${paise > 0 ? ` and ${english.underHundred(paise)} paise` : ''} only`,
};

const spanish: Counting = {
  underHundred: (n) => {
    const rest = n % 10;
    return (
      smallSpanish[n] ?? `${tensSpanish[Math.floor(n / 10)]}${rest > 0 ? ` y ${smallSpanish[rest]}` : ''}`
    );
  },
  underThousand: (n) => {
    const [hundreds, rest] = [Math.floor(n / 100), n % 100];
    if (n === 100) return 'cien';
    if (hundreds === 0) return spanish.underHundred(rest);
    return `${hundredsSpanish[hundreds]}${rest > 0 ? ` ${spanish.underHundred(rest)}` : ''}`;
  },
  many: (said, size, count) =>
    size === 'thousand' ? (count === 1 ? 'mil' : `${shortened(said)} mil`) : `${shortened(said)} ${size}`,
  amount: (rupees, paise) =>
    `Son ${rupees.replace(/uno$/, 'una')} rupias${paise > 0 ? ` con ${shortened(spanish.underHundred(paise))} paise` : ''}`,
};

const countings: Readonly<Record<Language, Counting>> = { en: english, es: spanish };
const sizes = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
] as const;

/** A whole number in words, in the Indian way of counting. */
function spelled(n: number, counting: Counting): string {
  const parts: string[] = [];
  let rest = n;
  for (const [size, name] of sizes) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count > 0)
      parts.push(
        counting.many(count >= 1_000 ? spelled(count, counting) : counting.underThousand(count), name, count),
      );
  }
  if (rest > 0 || parts.length === 0) parts.push(counting.underThousand(rest));
  return parts.join(' ');
}

/** The amount as a document spells it: "Rupees one lakh twenty-three and forty-five paise only". */
export function spelledAmount(paise: number, language: Language): string {
  const counting = countings[language];
  return counting.amount(spelled(Math.floor(paise / 100), counting), paise % 100);
}
