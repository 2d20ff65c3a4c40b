import { cutText } from '../core/cut.ts';
import { email, personName, phone } from '../access/text.ts';
import { isDay } from '../core/day.ts';
import { definePolicy } from '../core/policy.ts';
import { mirror } from '../streams/core/mirror.ts';

/**
 * Our field name, the service's field name, and whether a value is valid. Invalid values stay in the mirror
 * only.
 */
const fields: readonly (readonly [
  name: string,
  from: readonly string[],
  fits: (value: string) => boolean,
])[] = [
  ['firstName', ['vEmpFname', 'vempFname'], (value) => personName(1, 50).safeParse(value).success],
  ['lastName', ['vEmpLname', 'vempLname'], (value) => personName(0, 50).safeParse(value).success],
  ['phone', ['vEmpPhone'], (value) => phone.safeParse(value).success],
  ['email', ['vEmail'], (value) => email.safeParse(value).success],
  ['joiningDate', ['dJoiningDate'], isDay],
];

/**
 * In: a message of the employee service about one of our employees. Out: the synchronization, as far as the
 * stream `employee` accepts it.
 */
export const syncEmployee = definePolicy({
  name: 'sync-employee',
  on: [mirror.events.SourceMessageRecorded],
  react: ({ data: message }, { directory }) => {
    if (message.service !== 'employee' || message.entity !== 'employee') return [];
    const notices = message.data as Readonly<Record<string, unknown>>;
    const empId = Number(notices.iEmpId ?? message.id);
    if (!Number.isSafeInteger(empId) || !directory.employee(empId)) return [];
    const read = fields.flatMap(([name, from, fits]) => {
      const value = from
        .map((one) => notices[one])
        .find((one) => typeof one === 'string')
        ?.trim();
      return value !== undefined && fits(value)
        ? [[name, name === 'email' ? value.toLowerCase() : value] as const]
        : [];
    });
    const input = {
      zohoId: cutText(String(notices.vZohoId ?? message.id), 40),
      modifiedAt: message.modifiedAt,
      fields: Object.fromEntries(read),
    };
    return [{ kind: 'command', stream: `employee-${empId}`, command: 'syncFromZoho', input }];
  },
});
