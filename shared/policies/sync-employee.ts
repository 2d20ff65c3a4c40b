import { email, personName, phone } from '../access/text.ts';
import { isDay } from '../core/day.ts';
import { definePolicy } from '../core/policy.ts';

/** Our name of a field, what the service calls it, and whether its value can be meant. What cannot is kept in the mirror alone. */
const fields: readonly (readonly [name: string, from: readonly string[], fits: (value: string) => boolean])[] = [
  ['firstName', ['vEmpFname', 'vempFname'], (value) => personName(1, 50).safeParse(value).success],
  ['lastName', ['vEmpLname', 'vempLname'], (value) => personName(0, 50).safeParse(value).success],
  ['phone', ['vEmpPhone'], (value) => phone.safeParse(value).success],
  ['email', ['vEmail'], (value) => email.safeParse(value).success],
  ['joiningDate', ['dJoiningDate'], isDay],
];

/** When the employee service outside tells of somebody who works here: what it says is taken over, as far as the stream `employee` believes it. */
export const syncEmployee = definePolicy({
  name: 'sync-employee',
  on: ['SourceFactRecorded'],
  ask: ({ data: fact }, { directory }) => {
    if (fact.service !== 'employee' || fact.entity !== 'employee') return [];
    const told = fact.data as Readonly<Record<string, unknown>>;
    const empId = Number(told.iEmpId ?? fact.id);
    if (!Number.isSafeInteger(empId) || !directory.employee(empId)) return [];
    const read = fields.flatMap(([name, from, fits]) => {
      const value = from
        .map((one) => told[one])
        .find((one) => typeof one === 'string')
        ?.trim();
      return value !== undefined && fits(value) ? [[name, name === 'email' ? value.toLowerCase() : value] as const] : [];
    });
    const input = { zohoId: String(told.vZohoId ?? fact.id).slice(0, 40), modifiedAt: fact.modifiedAt, fields: Object.fromEntries(read) };
    return [{ kind: 'command', stream: `employee-${empId}`, command: 'syncFromZoho', input }];
  },
});
