import { showDay } from '../../core/day.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import type { MasterState } from '../masters/state.ts';
import type { SupplierFacts } from './supplier-copy.ts';

export const supplierStream = (supplierId: number): string => `master-supplier-${supplierId}`;

export function supplierFacts({ id, fields }: MasterState): SupplierFacts {
  return {
    supplierId: id,
    supplier: String(fields['vName'] ?? ''),
    gstin: String(fields['vGstin'] ?? ''),
    stateCode: String(fields['vStateCode'] ?? ''),
  };
}

/** Why nothing may be bought of this supplier today; `medicines` requires a valid drug licence too. */
export function supplierSaysNo(
  state: MasterState | undefined,
  today: string,
  medicines: boolean,
): Refusal | null {
  if (!state?.exists || state.cancelled)
    return refuse('notInList', 422, { label: 'supplierId' }, 'supplierId');
  const supplier = String(state.fields['vName'] ?? '');
  if (state.stage !== 'active')
    return refuse('supplierNotActive', 422, { supplier, status: state.stage ?? '' }, 'supplierId');
  if (!medicines) return null;
  const { dLicenceExpiry, licences } = state.fields;
  const listed = Array.isArray(licences) ? (licences as readonly Readonly<Record<string, unknown>>[]) : [];
  const ended =
    listed.length > 0
      ? listed.every(({ dValidTo }) => String(dValidTo) < today)
      : typeof dLicenceExpiry === 'string' && dLicenceExpiry < today;
  if (!ended) return null;
  const last = listed.at(-1);
  return refuse(
    'supplierLicenceExpired',
    422,
    {
      supplier,
      no: String(last?.['vNumber'] ?? ''),
      date: showDay(String(last?.['dValidTo'] ?? dLicenceExpiry)),
    },
    'supplierId',
  );
}
