import { defineMaster } from '../../families/master.ts';
import { customerRecord } from './record.ts';

export const customerList = defineMaster({ ...customerRecord, route: 'masters/customerMaster', title: ['Customers', 'Clientes'] });
