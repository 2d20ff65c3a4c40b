import { expect, test } from 'vitest';
import { greetingAt, nameInGreeting } from './greeting.ts';

test.each([
  ['Kiran Rao', 'Kiran'],
  ['Dr Meera Deshpande', 'Dr Deshpande'],
  ['Dr. Meera S. Deshpande', 'Dr. Deshpande'],
  ['Dr Deshpande', 'Dr Deshpande'],
  ['Drishti Rao', 'Drishti'],
])('%s is greeted as %s', (name, greeted) => expect(nameInGreeting(name)).toBe(greeted));

test.each([
  ['2026-11-18T11:59:00+05:30', 'hello.morning'],
  ['2026-11-18T12:00:00+05:30', 'hello.afternoon'],
  ['2026-11-18T19:00:00+05:30', 'hello.evening'],
])('at %s people are greeted with %s', (at, greeting) => expect(greetingAt(Date.parse(at))).toBe(greeting));
