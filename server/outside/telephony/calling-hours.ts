import {
  callClasses,
  callingHours,
  type CallClass,
  type CallingHours,
} from '#shared/streams/calls/call/hours.ts';
import type { EnvReader } from '../../runtime/config-reader.ts';

const name = 'CALLING_HOURS';
const span = /^(\w+)=([01]\d|2[0-3]):([0-5]\d)-(([01]\d|2[0-3]):([0-5]\d)|24:00)$/;
/** No window at all, for demonstrations and for creating the demo's history. */
export const anyHour: CallingHours = {
  promotional: callingHours.clinical,
  service: callingHours.clinical,
  transactional: callingHours.clinical,
  clinical: callingHours.clinical,
};

function narrowed(hours: CallingHours, part: string): CallingHours | null {
  const [, said, fromHour, fromMinute, to] = span.exec(part.trim()) ?? [];
  const callClass = callClasses.find((one): one is CallClass => one === said && one !== 'clinical');
  if (!callClass || to === undefined) return null;
  const usual = callingHours[callClass];
  const from = `${fromHour}:${fromMinute}`;
  if (from >= to || from < usual.from || to > usual.to) return null;
  return { ...hours, [callClass]: { ...usual, from, to } };
}

/**
 * When calls of each class are allowed; the configuration may narrow the standard hours, a demo may lift
 * them.
 */
export function readCallingHours(read: EnvReader, lifted: boolean): CallingHours {
  const given = read.text(name);
  const text = given ?? (lifted ? 'always' : 'standard');
  if (text === 'standard') return callingHours;
  if (text === 'always') {
    if (given !== undefined && read.text('NODE_ENV') === 'production')
      read.problems.push(`${name}: production keeps calling hours`);
    return anyHour;
  }
  let hours: CallingHours | null = callingHours;
  for (const part of text.split(',')) hours = hours && narrowed(hours, part);
  if (hours) return hours;
  read.problems.push(
    `${name}: expected standard, always, or hours within the standard ones such as promotional=11:00-19:00,service=10:00-18:00`,
  );
  return callingHours;
}
