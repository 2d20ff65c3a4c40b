import { addDays } from '../../../core/day.ts';
import type { AmountLimits } from '../../approvals/approval/request.ts';

export const expenseCategories = [
  'twoWheeler',
  'car',
  'publicTransport',
  'food',
  'lodging',
  'phone',
  'other',
] as const;
export type ExpenseCategory = (typeof expenseCategories)[number];
/** Kilometres instead of an amount. */
export const ownVehicles: readonly ExpenseCategory[] = ['twoWheeler', 'car'];

export const expenseLimits = {
  backDays: 30,
  mostPaise: 50_000_00,
  receiptAbovePaise: 200_00,
  mostKm: 300,
  mostReceipts: 5,
  /** The accepted excess over the trace, as a factor. */
  kmTolerance: 1.2,
} as const;

/** Money limits of a category for a designation; the master's limits in force replace them. */
export interface CategoryLimit {
  readonly dayCapPaise: number;
  /** For an own vehicle. */
  readonly kmRatePaise: number | null;
  /** Up to which amount the team lead and accounts decide, where the master says so. */
  readonly steps?: AmountLimits;
}
/** Accounts see every expense, the city head those above ₹10,000, unless the master says otherwise. */
export const defaultStepLimits: AmountLimits = { manager: 0, accounts: 10_000_00 };
export const defaultLimits: Readonly<Record<ExpenseCategory, CategoryLimit>> = {
  twoWheeler: { dayCapPaise: 600_00, kmRatePaise: 4_00 },
  car: { dayCapPaise: 1_500_00, kmRatePaise: 10_00 },
  publicTransport: { dayCapPaise: 500_00, kmRatePaise: null },
  food: { dayCapPaise: 400_00, kmRatePaise: null },
  lodging: { dayCapPaise: 15_000_00, kmRatePaise: null },
  phone: { dayCapPaise: 500_00, kmRatePaise: null },
  other: { dayCapPaise: 2_000_00, kmRatePaise: null },
};

/** Paise for a number of kilometres. */
export const kmAmount = (km: number, ratePaise: number): number => Math.round(km * ratePaise);

export const oldestExpense = (today: string): string => addDays(today, -expenseLimits.backDays);
