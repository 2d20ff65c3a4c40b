import type { MasterPlug } from '#web/families/master/plug.ts';
import { CustomerDetails } from './CustomerDetails.tsx';

/** A customer's record additionally shows related records, duplicates, and documents to open and verify. */
export const plug: MasterPlug = { Details: CustomerDetails, detailed: ['documents', 'vDoubles'] };
