import type { Permission } from '../../../core/permission.ts';

/** Accounts: match deposits with the bank, check what shops submit. */
export const reconcileNeed: Permission = 'approvals/storeCashDepositReconciliation:approve';
export const reconcileView: Permission = 'approvals/storeCashDepositReconciliation:view';
export const depositNeed: Permission = 'Inventory/dayendsubmission:create';
