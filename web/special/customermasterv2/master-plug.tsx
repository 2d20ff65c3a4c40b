import type { MasterPlug } from '#web/families/master/plug.ts';
import { CustomerDetails } from './CustomerDetails.tsx';

/** A customer's record shows whom and what belongs to them, their doubles, and their papers to be opened and checked. */
export const plug: MasterPlug = { Details: CustomerDetails, detailed: ['documents', 'vDoubles'] };
