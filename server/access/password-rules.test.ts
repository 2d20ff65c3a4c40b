import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { encodeLeaked } from './leaked-passwords.ts';
import { weakness } from './password-rules.ts';

const owner = { empId: 101, name: 'Ravi Kulkarni', phone: '5550000101', email: 'ravi.k@care.example' };

/** Like leaked passwords: keyboard walks, common words and names, long enough to be checked here. */
const habits =
  `1q2w3e4r5t6y 1q2w3e4r5t6y7u q1w2e3r4t5y6 q1w2e3r4t5y6u7 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1 qazwsxedcrfv
qazwsxedc123 123qweasdzxc qweasdzxc123 1qazxsw23edc 1qazxsw23edcvfr4 !qaz2wsx#edc 1234567890qwerty qwerty1234567890 qwerty123456 1234qwerasdf qwerasdfzxcv
asdfqwerzxcv 123456789012 1234567891011 12345678910111213 987654321098 098765432109 123123123123 111111111111 112233445566 121212121212 123321123321
147258369147 147852369147 159753159753 789456123000 741852963741 password1234 passwordpassword p@ssw0rd1234 P@ssw0rd2024 Passw0rd!234 mypassword123
newpassword12 Welcome@1234 welcome2india iloveyou1234 iloveyouforever iloveyousomuch iloveyoubaby ilovemyself1 ilovemyfamily ilovechocolate unbelievable
administrator admin@123456 letmeinplease changemenow! qwertyuiop[] abc123abc123 abcd12345678 a1b2c3d4e5f6 a123456789012 aa1234567890 1a2b3c4d5e6f superman1234
batmanbatman footballteam liverpoolfc1 manchesterunited christopher1 jesuschrist1 jesusislord1 godisgood123 correcthorsebatterystaple ilovemyindia
jaihind12345 omsairam1234 ganesha12345 saibaba12345 jaimatadi123 hanuman12345 testtesttest michaeljordan basketball12 skateboarding`.split(
    /\s+/,
  );

test('keyboard walks, common words and names are refused, with capitals too', () => {
  expect(habits.length).toBeGreaterThan(80);
  for (const one of habits)
    for (const typed of [one, one.toUpperCase()]) expect(weakness(typed, owner), typed).toBe('common');
});

test('passphrases and generated passwords are accepted', () => {
  const good =
    `seven green umbrellas|a long sentence here|tram kettle 9 lagoon|correct mule battery paper|Summer rain on tin roofs|my dog eats blue socks
|vX7#pL2q!mZ9r|7f3a9c1e5b2d|kein Regen im Juli|el tren sale tarde|ನನ್ನ ಮನೆ ಬೆಂಗಳೂರು`.split('|');
  for (const one of good) expect(weakness(one.trim(), owner), one).toBeNull();
});

test('a leaked password is refused, also with digits around it or doubled', () => {
  const leaked =
    'chickenwing101 gearsofwar2012 sonyericsson kawasaki!!99 arsenal4ever1 nirvanametallica motherfucker leavemealone'.split(
      ' ',
    );
  for (const one of leaked)
    for (const typed of [one, one.toUpperCase()]) expect(weakness(typed, owner), typed).toBe('common');
  for (const near of ['tramkettlelagoon', 'gearsofwar2012 x', 'gc4k6NUhRDK3'])
    expect(weakness(near, owner), near).toBeNull();
});

test('the list matches its package', () => {
  const bytes = readFileSync(new URL('./leaked-passwords.bin', import.meta.url));
  expect(bytes.length / 4).toBeGreaterThan(49_000);
  expect(bytes.equals(encodeLeaked(dictionary['passwords-common']))).toBe(true);
});

test('passphrases are not mistaken for leaked passwords', () => {
  const refused = Array.from({ length: 300 }, (_, n) => `a quiet sentence, number ${n}`).filter(
    (one) => weakness(one, owner) !== null,
  );
  expect(refused).toEqual([]);
});
