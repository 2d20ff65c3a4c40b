import type { MasterCommand } from '../../families/master-def.ts';
import { reference } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { customerRecord } from './record.ts';
import { isActive } from './row.ts';

/** Merges two records of one person; the older number survives, whichever of the two it is started from. */
const merge: MasterCommand = {
  name: 'merge',
  label: { en: 'Merge with its duplicate', es: 'Fusionar con su duplicado' },
  aggregate: 'customer',
  command: 'merge',
  need: 'Masters/customerMaster:approve',
  versioned: true,
  danger: true,
  bulk: false,
  when: isActive,
  fields: [
    reference('otherId', { en: 'The other record', es: 'El otro registro' }, 'customer', { required: true }),
  ],
  input: (requested) => ({ otherId: requested.otherId }),
};

export const customerList = defineMaster({
  ...customerRecord,
  main: true,
  route: 'masters/customerMaster',
  title: { en: 'Customers', es: 'Clientes' },
  list: [
    'vCode',
    'vName',
    'vPhone',
    'iPooId',
    'iCustomerCategoryId',
    'iCustomerRankId',
    'dSince',
    'sourceFaults',
    'iExitFlag',
    'iStatus',
  ],
  rights: [...customerRecord.rights, 'approve'],
  commands: [...customerRecord.commands, merge],
});
