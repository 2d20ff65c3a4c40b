import type { MasterPlug } from '#web/families/master/plug.ts';
import { SyncBar } from './SyncBar.tsx';

/** Employees: taken over from the HR system on demand. */
export const plug: MasterPlug = { Bar: SyncBar };
