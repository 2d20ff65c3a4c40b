import type { Need } from '../core/permission.ts';
import { maskPhone } from '../core/phone.ts';
import type { DocumentState } from '../streams/documents/state.ts';

/** People who call customers. */
const callers: Need = [
  'Masters/customerMasterV2:edit',
  'Out Bound/delivery-remainder:edit',
  'Out Bound/assigning-LMD:edit',
  'Out Bound/returnPickup:edit',
];

/** A document as somebody sees it: phones of customers are masked for people who do not call them. */
export function withPhones<S extends DocumentState>(
  { phones = [] }: { readonly phones?: readonly string[] },
  state: S,
  may: (need: Need) => boolean,
): S {
  if (phones.length === 0 || may(callers)) return state;
  const header: Readonly<Record<string, unknown>> = { ...state.header };
  const masked = Object.fromEntries(phones.map((name) => [name, maskPhone(String(header[name] ?? ''))]));
  return { ...state, header: { ...header, ...masked } };
}
