import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import { messageAgeShape, isNews, markOf, type MessageMark } from '../../core/message-age.ts';
import { blankable, id, text } from '../../core/fields.ts';
import type { NewEvent } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { newFaults, takenAsReported, type SourceFault } from '../../core/source-faults.ts';
import { command } from '../../core/stream.ts';
import type { CustomerStatus } from './customer-state-rules.ts';
import { isImpossibleAge, patientShape } from './signup/fields.ts';

interface Received {
  readonly stage: 'none' | 'enrolled';
  readonly customerId: number | null;
  readonly source: MessageMark | null;
  readonly faults: readonly SourceFault[];
}
interface Over extends CustomerStatus {
  readonly pooId: number | null;
  readonly careTierId: number | null;
}

const strict = z.object({
  ...messageAgeShape,
  /** Id of our customer; null while no message about the customer has arrived. */
  customerId: id().nullable().optional(),
  name: patientShape.name.optional(),
  relation: patientShape.relation.optional(),
  dob: blankable(patientShape.dob).optional(),
  gender: blankable(patientShape.gender).optional(),
  diagnoses: z.array(texts.line().min(1, 'required').max(80, 'tooLong')).max(10, 'tooManyItems').optional(),
  careTierId: blankable(id()).optional(),
});
/**
 * Values that the service may report although our forms would refuse them: people see the mark and correct
 * them.
 */
const received = takenAsReported(strict, { name: text(200).optional() });
type OutsidePatient = z.output<typeof received>;

const blank = { relation: 'other', dob: null, gender: null, diagnoses: [] };

/**
 * Applies a full message about a patient: missing parts stay, an older or repeated message changes nothing.
 */
export const receive = command<Received, OutsidePatient>({
  input: received,
  need: 'system',
  creates: true,
  reads({ customerId }, state): Record<string, string> {
    const over = customerId ?? state.customerId;
    return over === null ? {} : { customer: `customer-${over}` };
  },
  decide(state, message, ctx) {
    const source = markOf(message);
    if (!isNews(source, state.source)) return { events: [], answer: { ignored: 'older' } };
    const over = ctx.read.customer as Over | undefined;
    const requested = message.customerId ?? state.customerId;
    if (requested === null || !over || over.stage === 'none')
      return refuse('customerUnknown', 422, {}, 'customerId');
    if (state.stage === 'none' && message.name === undefined)
      return refuse('required', 422, { label: 'field.name' }, 'name');
    if (isImpossibleAge(message.dob, ctx.today)) return refuse('ageInvalid', 422, {}, 'dob');
    const customerId = over.mergedInto ?? requested;
    const { version: _v, modifiedAt: _m, hash: _h, customerId: _c, faults, ...rest } = message;
    const parts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const patientId = Number(ctx.id);
    const under: NewEvent = {
      stream: `customer-${customerId}`,
      type: 'CustomerPatientAdded',
      data: { patientId },
    };
    const marks = (set: object): NewEvent[] => {
      const found = newFaults(state.faults, faults, Object.keys(set));
      return found.length > 0 ? [{ type: 'PatientFaultsMarked', data: { faults: found } }] : [];
    };
    if (state.stage === 'none')
      return [
        {
          type: 'PatientRegistered',
          data: { ...blank, careTierId: over.careTierId, ...parts, customerId, pooId: over.pooId, source },
        },
        ...marks(parts),
        under,
      ];
    const others = Object.entries(parts).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(state[key as keyof Received] ?? null),
    );
    const from = state.customerId;
    const events: NewEvent[] = [
      ...(others.length > 0 ? [{ type: 'PatientDetailsUpdated', data: Object.fromEntries(others) }] : []),
      ...(from === customerId
        ? []
        : [{ type: 'PatientMoved', data: { customerId, pooId: over.pooId, from } }]),
      ...marks(Object.fromEntries(others)),
    ];
    const [first = { type: 'PatientReceived', data: {} }, ...more] = events;
    return [
      { ...first, data: { ...first.data, source } },
      ...more,
      ...(from === customerId ? [] : [under, ...left(from, patientId)]),
    ];
  },
});

function left(customerId: number | null, patientId: number): NewEvent[] {
  return customerId === null
    ? []
    : [{ stream: `customer-${customerId}`, type: 'CustomerPatientLeft', data: { patientId } }];
}
