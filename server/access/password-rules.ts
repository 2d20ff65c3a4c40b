import { headOf } from '#shared/core/cut.ts';
import { isLeaked } from './leaked-passwords.ts';

/** Words at the heart of most guessed passwords; digits and signs around them make them no better. */
const common = new Set(
  `password passw passwort contrasena clave secret secreto letmein welcome bienvenido qwerty qwertz qwertyuiop azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm
admin administrator administrador root user usuario login signin access guest test testing demo changeme default temp temporary master super superman batman
iloveyou sunshine princess football baseball cricket monkey dragon shadow michael jordan hunter ranger buster soccer hockey killer george andrew charlie
thomas daniel jessica jennifer ashley nicole amanda michelle summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january
february march april june july august september october november december computer internet samsung google amazon facebook india bharat bengaluru bangalore
hyderabad chennai mumbai pune delhi krishna ganesh lakshmi shiva om namaste abc abcd abcdef abcdefgh trustno whatever freedom mustang corvette harley
hospital pharmacy medicine doctor nurse patient health healthcare care company office employee console operations ops opsconsole
i me my your you new old is so much the this please now again love forever baby myself family chocolate unbelievable team god good lord jesus christ
fc liverpool chelsea arsenal barcelona manchester united madrid christopher alexander elizabeth basketball skateboarding motherfucker fuck correct horse battery staple
jaihind jai hind sairam sai ram baba mata di hanuman ganesha radhe radha durga allah bismillah mahadev bharatmata hyd king queen star angel life happy lucky money`.split(
    /\s+/,
  ),
);
const longest = Math.max(...[...common].map((word) => word.length));

/** Whether the letters consist of such words only. */
function madeOfCommon(letters: string): boolean {
  const reached = [true];
  for (let end = 1; end <= letters.length; end += 1)
    reached[end] = reached.some(
      (yes, from) => yes && end - from <= longest && common.has(letters.slice(from, end)),
    );
  return letters.length > 0 && reached[letters.length]!;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
];
const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The keys of a keyboard by position, each row shifted by half a key, and the digit block. */
const keyboard = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'];
const block = ['789', '456', '123'];
const shifted = new Map([...'!@#$%^&*()'].map((sign, n) => [sign, keyboard[0]![n]!]));
const places = new Map(
  keyboard.flatMap((keys, row) => [...keys].map((key, n) => [key, [row, n + row / 2] as const])),
);
const blockPlaces = new Map(
  block.flatMap((keys, row) => [...keys].map((key, n) => [key, [row, n] as const])),
);

function beside(a: string, b: string): boolean {
  if (a === b) return true;
  return [places, blockPlaces].some((on) => {
    const [from, to] = [on.get(a), on.get(b)];
    return (
      from !== undefined &&
      to !== undefined &&
      Math.abs(from[0] - to[0]) <= 1 &&
      Math.abs(from[1] - to[1]) <= 1.5 - 0.5 * Number(from[0] === to[0])
    );
  });
}

/**
 * Whether most steps go from one key to a neighbouring one; in ordinary words about one step in five does.
 */
function walks(text: string): boolean {
  const keys = [...text].map((sign) => shifted.get(sign) ?? sign);
  const steps = keys.slice(1).filter((key, n) => beside(keys[n]!, key)).length;
  return steps >= 0.7 * (keys.length - 1);
}

function runs(text: string): boolean {
  return rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text));
}

function repeats(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text === headOf(text, length).repeat(text.length / length)) return true;
  return false;
}

export interface PasswordOwner {
  readonly empId: number;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/**
 * Why a new password is rejected, or null: too short, too long, or one of those that attackers try first. No
 * composition rules.
 */
export function weakness(
  plain: string,
  owner: PasswordOwner,
): 'tooShort' | 'tooLong' | 'common' | 'personal' | null {
  if ([...plain].length < 12) return 'tooShort';
  if ([...plain].length > 128) return 'tooLong';
  const lower = plain.normalize('NFKC').toLowerCase();
  const own = [
    String(owner.empId),
    owner.phone,
    ...owner.name.toLowerCase().split(/\s+/),
    owner.email.toLowerCase().split('@')[0] ?? '',
  ].filter((part) => part.length >= 4);
  const rest = own.reduce((text, part) => text.split(part).join(''), lower);
  if (rest.length < 8 && rest !== lower) return 'personal';
  if (walks(lower)) return 'common';
  // Digits and signs around a word are dropped; within it they stand for letters.
  const spelled = [...lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')]
    .map((sign) => leet[sign] ?? sign)
    .join('');
  for (const text of [lower, spelled].filter((one) => one !== '')) {
    const core = text.replace(/[^\p{L}]/gu, '');
    if (madeOfCommon(core)) return 'common';
    if (core.length < 3 && (runs(text.replace(/\W/g, '')) || repeats(text.replace(/\W/g, ''))))
      return 'common';
    if (repeats(text) || runs(text)) return 'common';
  }
  return isLeaked(plain) ? 'common' : null;
}
