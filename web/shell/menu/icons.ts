import {
  IconChecklist,
  IconDatabase,
  IconEyeCheck,
  IconHeadset,
  IconLayoutDashboard,
  IconLink,
  IconPackage,
  IconPlugConnected,
  IconPrescription,
  IconReport,
  IconTruck,
  IconUsers,
} from '#web/parts/icons.ts';
import type { AreaName, OwnIcon } from './menu.ts';

export const areaIcons: Readonly<Record<AreaName | OwnIcon, typeof IconReport>> = {
  Dashboard: IconLayoutDashboard,
  'Out Bound': IconHeadset,
  Prescription: IconPrescription,
  Inventory: IconPackage,
  Delivery: IconTruck,
  Approvals: IconChecklist,
  HR: IconUsers,
  Masters: IconDatabase,
  Reports: IconReport,
  Integrations: IconPlugConnected,
  AccessAudit: IconEyeCheck,
  Links: IconLink,
};
