import type { CreditRow } from '#shared/feeds/money.ts';
import { afterBankDays, bankDays, type DepositState } from '#shared/streams/money/deposit/deposit.ts';

export interface Candidate {
  readonly credit: CreditRow;
  readonly gapPaise: number;
  /** The bank's text contains the slip's number. */
  readonly slip: boolean;
}

/**
 * Free credits that could be a deposit's: within three bank days, the same slip and the smallest gap first.
 */
export function candidatesOf(deposit: DepositState, credits: readonly CreditRow[]): readonly Candidate[] {
  const last = afterBankDays(deposit.depositedOn, bankDays);
  const slip = deposit.slipNo.toLowerCase();
  return credits
    .filter(({ depositId, date }) => depositId === null && date >= deposit.depositedOn && date <= last)
    .map((credit) => ({
      credit,
      gapPaise: credit.creditPaise - deposit.paise,
      slip: `${credit.ref} ${credit.text}`.toLowerCase().includes(slip),
    }))
    .sort(
      (a, b) =>
        Number(b.slip) - Number(a.slip) ||
        Math.abs(a.gapPaise) - Math.abs(b.gapPaise) ||
        (a.credit.date < b.credit.date ? -1 : 1),
    )
    .slice(0, 12);
}
