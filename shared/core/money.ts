import { headOf, tailOf } from './cut.ts';

/**
 * Money is integer paise. Products of price, quantity and rate pass what a double holds exactly, so they are
 * multiplied as BigInt.
 */

/**
 * `a × b × … / divisor`, rounded half up (half away from zero for negative amounts); all integers, divisor
 * above 0.
 */
export function scale(factors: readonly number[], divisor: number): number {
  let product = 1n;
  for (const factor of factors) product *= BigInt(factor);
  const by = BigInt(divisor);
  const sign = product < 0n ? -1n : 1n;
  return Number(sign * ((2n * sign * product + by) / (2n * by)));
}

/** The maximum amount of one document: ₹9.99 crore. */
export const mostPaise = 9_99_99_99_999;

/** The paise that round a sum to whole rupees: −49 … +50. */
export function roundOff(paise: number): number {
  const rest = ((paise % 100) + 100) % 100;
  return rest < 50 ? 0 - rest : 100 - rest;
}

/** Rupees with Indian grouping, as documents and messages show them in every language: `1,23,456.78`. */
export function rupees(paise: number): string {
  const [whole = '0', rest = '00'] = (Math.abs(paise) / 100).toFixed(2).split('.');
  const grouped =
    whole.length <= 3 ? whole : `${headOf(whole, -3).replace(/\B(?=(\d{2})+$)/g, ',')},${tailOf(whole, 3)}`;
  return `${paise < 0 ? '−' : ''}${grouped}.${rest}`;
}

/** An amount inside a sentence: `₹1,23,456.78`. */
export const inRupees = (paise: number): string => `${paise < 0 ? '−' : ''}₹${rupees(Math.abs(paise))}`;
