import { headOf } from '#shared/core/cut.ts';
import { clockTime } from '#shared/core/day.ts';

const titles = /^(dr|dra|mr|mrs|ms|prof)\.?\s+/i;

/** How a person is greeted: by first name, or by title and surname where there is a title. */
export function nameInGreeting(name: string): string {
  const [first = name, ...more] = name.trim().split(/\s+/);
  return titles.test(name) && more.length > 0 ? `${first} ${more.at(-1)}` : first;
}

/** The greeting of the time of day. */
export function greetingAt(now: number): 'hello.morning' | 'hello.afternoon' | 'hello.evening' {
  const hour = Number(headOf(clockTime(now), 2));
  return hour < 12 ? 'hello.morning' : hour < 19 ? 'hello.afternoon' : 'hello.evening';
}
