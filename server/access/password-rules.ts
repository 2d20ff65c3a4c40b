/** Words that stand at the heart of most guessed passwords; with digits and signs around them they are no better. */
const common = new Set(
  `password passw passwort contrasena clave secret secreto letmein welcome bienvenido qwerty qwertz qwertyuiop azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm
admin administrator administrador root user usuario login signin access guest test testing demo changeme default temp temporary master super superman batman
iloveyou sunshine princess football baseball cricket monkey dragon shadow michael jordan hunter ranger buster soccer hockey killer george andrew charlie
thomas daniel jessica jennifer ashley nicole amanda michelle summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january
february march april june july august september october november december computer internet samsung google amazon facebook india bharat bengaluru bangalore
hyderabad chennai mumbai pune delhi krishna ganesh lakshmi shiva om namaste abc abcd abcdef abcdefgh trustno whatever freedom mustang corvette harley
hospital pharmacy medicine doctor nurse patient health healthcare care company office employee console operations ops opsconsole`.split(/\s+/),
);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
];
const leet: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };

function runs(text: string): boolean {
  return rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text));
}

function repeats(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length)) return true;
  return false;
}

export interface PasswordOwner {
  readonly empId: number;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/** Why a new password will not do, or null: too short or long, or one of those that are tried first. No composition rules. */
export function weakness(plain: string, owner: PasswordOwner): 'tooShort' | 'tooLong' | 'common' | 'personal' | null {
  if ([...plain].length < 12) return 'tooShort';
  if ([...plain].length > 128) return 'tooLong';
  const lower = plain.normalize('NFKC').toLowerCase();
  const own = [String(owner.empId), owner.phone, ...owner.name.toLowerCase().split(/\s+/), owner.email.toLowerCase().split('@')[0] ?? ''].filter(
    (part) => part.length >= 4,
  );
  const rest = own.reduce((text, part) => text.split(part).join(''), lower);
  if (rest.length < 8 && rest !== lower) return 'personal';
  const spelled = [...lower].map((sign) => leet[sign] ?? sign).join('');
  for (const text of [lower, spelled]) {
    const core = text.replace(/[^\p{L}]/gu, '');
    if (common.has(core) || (common.has(core.slice(0, core.length / 2)) && repeats(core))) return 'common';
    if (core.length < 3 && (runs(text.replace(/\W/g, '')) || repeats(text.replace(/\W/g, '')))) return 'common';
    if (repeats(text) || runs(text)) return 'common';
  }
  return null;
}
