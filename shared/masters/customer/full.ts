import { defineMaster } from '../../families/master.ts';
import { customerRecord } from './record.ts';

export const customerFull = defineMaster({ ...customerRecord, route: 'masters/customerMasterV2', title: ['Customer 360', 'Cliente 360'] });
