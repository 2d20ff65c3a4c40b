import { inPoos, type Viewer } from '../../../core/permission.ts';
import { maskPhone } from '../../../core/phone.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { CustomerState } from '../../customers/customer.ts';
import { dialled } from '../../customers/customer-phones.ts';
import { notActive } from '../../customers/customer-state-rules.ts';
import { openStages, type LeadState } from '../lead/state.ts';
import type { VisitPlace } from './visit-place.ts';

type Read = Readonly<Record<string, unknown>>;

/** The record of the person to visit: a customer or a lead. */
export function visitorReads({
  iCustomerId,
  iLeadId,
}: {
  readonly iCustomerId: number | null;
  readonly iLeadId: number | null;
}): Record<string, string> {
  if (iCustomerId !== null) return { customer: `customer-${iCustomerId}` };
  return iLeadId === null ? {} : { lead: `lead-${iLeadId}` };
}

export function phoneOf({ customer, lead }: Read): string | null {
  const found = customer
    ? dialled((customer as Partial<CustomerState>).phones ?? [])?.phone
    : (lead as Partial<LeadState> | undefined)?.phone;
  return found ? found : null;
}

/**
 * Why nobody can be booked to see that person: missing, of a place the booker may not see, or no longer
 * served.
 */
export function visitorRefused({ customer, lead }: Read, viewer: Viewer): Refusal | null {
  if (customer) {
    const { pooId, ...status } = customer as CustomerState;
    if (status.stage === 'none' || !inPoos(viewer, pooId))
      return refuse('notInList', 422, { label: 'customer' }, 'iCustomerId');
    return notActive(status, 'iCustomerId');
  }
  if (!lead) return null;
  const { exists, withdrawn, pooId, stage } = lead as LeadState;
  if (!exists || withdrawn || (pooId !== null && !inPoos(viewer, pooId)))
    return refuse('notInList', 422, { label: 'lead' }, 'iLeadId');
  return openStages.includes(stage) ? null : refuse(`lead${stage}`, 422, undefined, 'iLeadId');
}

/** The place of the visit: the default address of a customer, the pincode of a lead. */
export function placeOf(
  read: Read,
  given: {
    readonly address?: string | undefined;
    readonly lat?: number | undefined;
    readonly lng?: number | undefined;
  },
): VisitPlace | null {
  const customer = read.customer as Partial<CustomerState> | undefined;
  const lead = read.lead as Partial<LeadState> | undefined;
  const home = customer?.addresses?.find((one) => one.default) ?? customer?.addresses?.[0];
  const place = {
    name: customer?.name ?? lead?.name ?? '',
    phoneMasked: maskPhone(phoneOf(read)),
    address: given.address ?? home?.line ?? '',
    pincode: home?.pincode ?? lead?.pincode ?? '',
    lat: given.lat ?? home?.lat ?? null,
    lng: given.lng ?? home?.lng ?? null,
  };
  return place.name === '' && place.address === '' && place.lat === null ? null : place;
}
