import { z } from 'zod';
import { factAgeShape, isNews, markOf, type FactMark } from '../../core/fact-age.ts';
import { blankable, id } from '../../core/fields.ts';
import type { NewEvent } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import type { CustomerStanding } from './customer-standing.ts';
import { isImpossibleAge, patientShape } from './signup/fields.ts';

interface Told {
  readonly stage: 'none' | 'enrolled';
  readonly customerId: number | null;
  readonly source: FactMark | null;
}
interface Over extends CustomerStanding {
  readonly pooId: number | null;
  readonly careTierId: number | null;
}

const told = z.object({
  ...factAgeShape,
  /** Ours; null while the customer was not heard of. */
  customerId: id().nullable().optional(),
  name: patientShape.name.optional(),
  relation: patientShape.relation.optional(),
  dob: blankable(patientShape.dob).optional(),
  gender: blankable(patientShape.gender).optional(),
  diagnoses: z.array(z.string().trim().min(1, 'required').max(80, 'tooLong')).max(10, 'tooManyItems').optional(),
  careTierId: blankable(id()).optional(),
});
type OutsidePatient = z.output<typeof told>;

const blank = { relation: 'other', dob: null, gender: null, diagnoses: [] };

/** The outside's word on a patient, whole: a part left out stays as it is here, and an older or known word changes nothing. */
export const receive = command<Told, OutsidePatient>({
  input: told,
  need: 'system',
  creates: true,
  reads({ customerId }, state): Record<string, string> {
    const over = customerId ?? state.customerId;
    return over === null ? {} : { customer: `customer-${over}` };
  },
  decide(state, fact, ctx) {
    const source = markOf(fact);
    if (!isNews(source, state.source)) return { events: [], answer: { ignored: 'older' } };
    const over = ctx.read.customer as Over | undefined;
    const asked = fact.customerId ?? state.customerId;
    if (asked === null || !over || over.stage === 'none') return refuse('customerUnknown', 422, {}, 'customerId');
    if (state.stage === 'none' && fact.name === undefined) return refuse('required', 422, { label: 'field.name' }, 'name');
    if (isImpossibleAge(fact.dob, ctx.today)) return refuse('ageInvalid', 422, {}, 'dob');
    const customerId = over.mergedInto ?? asked;
    const { version: _v, modifiedAt: _m, hash: _h, customerId: _c, ...rest } = fact;
    const parts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const patientId = Number(ctx.id);
    const under: NewEvent = { stream: `customer-${customerId}`, type: 'CustomerPatientAdded', data: { patientId } };
    if (state.stage === 'none')
      return [{ type: 'PatientRegistered', data: { ...blank, careTierId: over.careTierId, ...parts, customerId, pooId: over.pooId, source } }, under];
    const others = Object.entries(parts).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(state[key as keyof Told] ?? null));
    const from = state.customerId;
    const events: NewEvent[] = [
      ...(others.length > 0 ? [{ type: 'PatientDetailsUpdated', data: Object.fromEntries(others) }] : []),
      ...(from === customerId ? [] : [{ type: 'PatientMoved', data: { customerId, pooId: over.pooId, from } }]),
    ];
    const [first = { type: 'PatientReceived', data: {} }, ...more] = events;
    return [{ ...first, data: { ...first.data, source } }, ...more, ...(from === customerId ? [] : [under, ...left(from, patientId)])];
  },
});

function left(customerId: number | null, patientId: number): NewEvent[] {
  return customerId === null ? [] : [{ stream: `customer-${customerId}`, type: 'CustomerPatientLeft', data: { patientId } }];
}
