import type { MasterRule } from './master-def.ts';
import { time, type MasterField } from './master-field.ts';
import { endsAfterStart } from './master-rules.ts';

/** The hours in which the people of a campaign are called. */
export const callWindow: readonly MasterField[] = [
  time('tCallFrom', { en: 'Calls from', es: 'Llamadas desde' }, { section: 'limits', column: 110 }),
  time('tCallTo', { en: 'Calls till', es: 'Llamadas hasta' }, { section: 'limits', column: 110 }),
];

/** A campaign may only narrow the hours of its class: promotional 10:00–21:00, service 09:00–20:00. */
const onlyNarrower: MasterRule = (fields) => {
  const [opens, closes] = fields.bPromotional === 1 ? ['10:00', '21:00'] : ['09:00', '20:00'];
  if (fields.tCallFrom != null && String(fields.tCallFrom) < opens)
    return { code: 'onlyNarrower', field: 'tCallFrom', details: { from: opens, to: closes } };
  if (fields.tCallTo != null && String(fields.tCallTo) > closes)
    return { code: 'onlyNarrower', field: 'tCallTo', details: { from: opens, to: closes } };
  return null;
};

export const callWindowRules: readonly MasterRule[] = [endsAfterStart('tCallFrom', 'tCallTo'), onlyNarrower];
