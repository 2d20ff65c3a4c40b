import { z } from 'zod';
import type { Event, NewEvent, RecordedEventOf } from '../../core/event.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import { statusOf } from '../masters/references.ts';
import type { MasterState } from '../masters/state.ts';
import { addressShape, isServiced, type Address } from './signup/fields.ts';

/** An address of a customer; `no` identifies it permanently. */
export interface CustomerAddress extends Address {
  readonly no: number;
  readonly default: boolean;
}
interface Addressed {
  readonly pooId: number | null;
  readonly addresses: readonly CustomerAddress[];
}

export type AddressEvent =
  | Event<'CustomerAddressAdded' | 'CustomerAddressChanged', CustomerAddress>
  | Event<'CustomerAddressRemoved', { readonly no: number }>;

export const mostAddresses = 5;

const given = z
  .strictObject({ ...addressShape, default: z.boolean({ error: 'badFormat' }).default(false) })
  .superRefine(({ lat, lng }, issues) => {
    if ((lat === null) !== (lng === null))
      issues.addIssue({
        code: 'custom',
        message: 'coordinatesTogether',
        path: [lat === null ? 'lat' : 'lng'],
      });
  });
type Given = z.output<typeof given>;

const content = ({ line, areaId, pincode, lat, lng }: Address): string =>
  JSON.stringify([line, areaId ?? null, pincode, lat ?? null, lng ?? null]);

/** Replaces the customer's addresses; the events are the additions, changes and removals. */
export const changeAddresses = command<Addressed, { addresses: Given[] }>({
  input: z.strictObject({
    addresses: z.array(given, { error: 'required' }).min(1, 'required').max(mostAddresses, 'tooManyItems'),
  }),
  need: 'Masters/customerMasterV2:edit',
  versioned: 'merge',
  merges: ({ addresses }) => ({ addresses }),
  reads: ({ addresses }) =>
    Object.fromEntries(
      addresses.flatMap(({ areaId }, at) =>
        areaId ? [[`area${at}`, `master-districtTalukArea-${areaId}`]] : [],
      ),
    ),
  decide(state, { addresses }, ctx) {
    const twice = addresses.findIndex((one, at) =>
      addresses.slice(0, at).some((other) => content(other) === content(one)),
    );
    if (twice >= 0) return refuse('addressTwice', 422, undefined, `addresses.${twice}.line`);
    const wanted = addresses.length === 1 ? [{ ...addresses[0]!, default: true }] : addresses;
    if (wanted.filter((one) => one.default).length !== 1)
      return refuse('oneDefaultAddress', 422, undefined, 'addresses');
    const before = numbered(state.addresses);
    const left = [...before];
    const same = wanted.map((one) => {
      const at = left.findIndex((old) => content(old) === content(one));
      return at < 0 ? null : left.splice(at, 1)[0]!;
    });
    let last = Math.max(0, ...before.map(({ no }) => no));
    const events: NewEvent[] = [];
    for (const [at, one] of wanted.entries()) {
      const old = same[at];
      // No event for an address that is merely no longer the default: the new default's event implies it.
      if (old && (old.default || !one.default)) continue;
      const no = old ? null : outside(state, one, at, ctx);
      if (no) return no;
      const changed = old ?? left.shift();
      events.push({
        type: changed ? 'CustomerAddressChanged' : 'CustomerAddressAdded',
        data: { no: changed?.no ?? ++last, ...one },
      });
    }
    return [...events, ...left.map(({ no }): NewEvent => ({ type: 'CustomerAddressRemoved', data: { no } }))];
  },
});

/** Why the customer's place does not serve this address. */
function outside({ pooId }: Addressed, { areaId, pincode }: Given, at: number, ctx: Ctx): Refusal | null {
  if (areaId && statusOf(ctx.read[`area${at}`] as MasterState | undefined) !== 'active')
    return refuse('notInList', 422, { label: 'area' }, `addresses.${at}.areaId`);
  const place = pooId === null ? null : ctx.directory.poo(pooId);
  return place && !isServiced(pincode, place)
    ? refuse('addressOutOfArea', 422, { pincode, poo: place.name }, `addresses.${at}.pincode`)
    : null;
}

/** Addresses created with the customer are numbered by their position. */
export function numbered(
  addresses: readonly (Omit<CustomerAddress, 'no'> & { readonly no?: number })[],
): CustomerAddress[] {
  return addresses.map((one, at) => ({ ...one, no: one.no ?? at + 1 }));
}

/** A new default address takes the place of the one before. */
const besides = (addresses: readonly CustomerAddress[], now: CustomerAddress): CustomerAddress[] =>
  numbered(addresses).map((one) => (now.default ? { ...one, default: false } : one));

/** Addresses after an event that concerns them. */
export function evolveAddresses(
  addresses: readonly CustomerAddress[],
  { type, data }: RecordedEventOf<AddressEvent>,
): readonly CustomerAddress[] {
  switch (type) {
    case 'CustomerAddressAdded':
      return [...besides(addresses, data), data];
    case 'CustomerAddressChanged':
      return besides(addresses, data).map((one) => (one.no === data.no ? data : one));
    case 'CustomerAddressRemoved':
      return numbered(addresses).filter(({ no }) => no !== data.no);
  }
}
