import type { MasterPlug } from '#web/families/master/plug.ts';
import { SyncBar } from './SyncBar.tsx';
import { TemporaryDesignations } from './TemporaryDesignations.tsx';

/** Employees: synchronized with the HR system on demand; temporary designations beside the record. */
export const plug: MasterPlug = { Bar: SyncBar, Details: TemporaryDesignations };
