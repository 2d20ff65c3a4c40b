import {
  IconChecklist,
  IconDatabase,
  IconHeadset,
  IconLayoutDashboard,
  IconPackage,
  IconPrescription,
  IconReport,
  IconTruck,
  IconUsers,
} from '#web/parts/icons.ts';
import type { AreaName } from './menu.ts';

export const areaIcons: Readonly<Record<AreaName, typeof IconReport>> = {
  Dashboard: IconLayoutDashboard,
  'Out Bound': IconHeadset,
  Prescription: IconPrescription,
  Inventory: IconPackage,
  Delivery: IconTruck,
  Approvals: IconChecklist,
  HR: IconUsers,
  Masters: IconDatabase,
  Reports: IconReport,
};
