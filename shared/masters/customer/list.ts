import type { MasterOrder } from '../../families/master-def.ts';
import { reference } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { customerRecord } from './record.ts';
import { isActive } from './row.ts';

/** Two records of one person are made one; the older number stays, whichever of them it is asked on. */
const merge: MasterOrder = {
  name: 'merge',
  label: { en: 'Merge with its double', es: 'Fusionar con su duplicado' },
  aggregate: 'customer',
  command: 'merge',
  need: 'Masters/customerMaster:approve',
  versioned: true,
  danger: true,
  bulk: false,
  when: isActive,
  fields: [reference('otherId', { en: 'The other record', es: 'El otro registro' }, 'customer', { required: true })],
  input: (asked) => ({ otherId: asked.otherId }),
};

export const customerList = defineMaster({
  ...customerRecord,
  main: true,
  route: 'masters/customerMaster',
  title: { en: 'Customers', es: 'Clientes' },
  list: ['vCode', 'vName', 'vPhone', 'iPooId', 'iCustomerCategoryId', 'iCustomerRankId', 'dSince', 'iExitFlag', 'iStatus'],
  rights: [...customerRecord.rights, 'approve'],
  orders: [...customerRecord.orders, merge],
});
