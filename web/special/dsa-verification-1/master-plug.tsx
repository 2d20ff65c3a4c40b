import type { MasterPlug } from '#web/families/master/plug.ts';
import { IncentiveAccount } from './IncentiveAccount.tsx';

/** The accounts' step of an affiliate's papers: what is owed to them is paid and adjusted beside the record. */
export const plug: MasterPlug = { Details: IncentiveAccount };
