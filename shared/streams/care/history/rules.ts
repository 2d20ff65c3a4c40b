import { dateOf, monthOf } from '../../../core/day.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { PatientState } from '../../customers/patient.ts';
import type { MasterState } from '../../masters/state.ts';
import { activeItems, type CareFileState } from '../carefile/carefile.ts';
import { isActiveItem, itemKey, namedMasters, allergyTypeIds, type HistoryItem } from './items.ts';
import { cutText } from '../../../core/cut.ts';

export const adherenceReasonBelow = 0.8;
const ended = ['inactive', 'resolved', 'remission'];

/** The day of a date that may be a year or a month only, as early as it can be. */
const earliest = (partial: string): string => dateOf(`${partial}-01-01`);

function datesRefusal(item: HistoryItem, today: string): Refusal | null {
  const dates: Readonly<Record<string, string | null>> = {
    ...('date' in item ? { date: item.date } : {}),
    ...('onsetDate' in item ? { onsetDate: item.onsetDate, abatementDate: item.abatementDate } : {}),
    ...('visitDate' in item ? { visitDate: item.visitDate } : {}),
    ...('lastOccurrence' in item ? { lastOccurrence: item.lastOccurrence } : {}),
  };
  const late = Object.entries(dates).find(([, value]) => value !== null && earliest(value) > today);
  return late ? refuse('dateInFuture', 422, { label: `field.${late[0]}` }, `item.${late[0]}`) : null;
}

function allergyRefusal(item: Extract<HistoryItem, { kind: 'allergy' }>): Refusal | null {
  if (item.none) return null;
  if (!allergyTypeIds.some((one) => one === item.iAllergyTypeId))
    return refuse('allergyTypeInvalid', 422, {}, 'item.iAllergyTypeId');
  return item.allergyId === null
    ? refuse('required', 422, { label: 'field.allergyId' }, 'item.allergyId')
    : null;
}

/** What is wrong with an item by itself. */
export function itemRefusal(item: HistoryItem, today: string): Refusal | null {
  const late = datesRefusal(item, today);
  if (late) return late;
  switch (item.kind) {
    case 'diagnosis':
    case 'pastDiagnosis':
      if (item.abatementDate !== null && !ended.includes(item.clinicalStatus))
        return refuse('statusAbatementMismatch', 422, {}, 'item.abatementDate');
      return item.onsetDate !== null &&
        item.abatementDate !== null &&
        earliest(item.abatementDate) < earliest(item.onsetDate)
        ? refuse('abatementBeforeOnset', 422, {}, 'item.abatementDate')
        : null;
    case 'allergy':
      return allergyRefusal(item);
    case 'doctorVisit':
      return item.nextDate !== null && item.nextDate < item.visitDate
        ? refuse('nextBeforeVisit', 422, {}, 'item.nextDate')
        : null;
    case 'adherence':
      if (item.taken > item.due) return refuse('takenOverDue', 422, { due: item.due }, 'item.taken');
      if (item.month > monthOf(today))
        return refuse('dateInFuture', 422, { label: 'field.month' }, 'item.month');
      return item.reason === null && item.taken / item.due < adherenceReasonBelow
        ? refuse('adherenceReason', 422, {}, 'item.reason')
        : null;
    default:
      return null;
  }
}

export function mastersRefusal(item: HistoryItem, ctx: Ctx): Refusal | null {
  for (const { field } of namedMasters(item)) {
    const master = ctx.read[field] as MasterState | undefined;
    if (!master?.exists || master.cancelled || master.iStatus === 0)
      return refuse('notInList', 422, { label: `field.${field}` }, `item.${field}`);
    if (
      field === 'allergyId' &&
      item.kind === 'allergy' &&
      typeof master.fields['iAllergyTypeId'] === 'number' &&
      master.fields['iAllergyTypeId'] !== item.iAllergyTypeId
    )
      return refuse('allergyTypeInvalid', 422, {}, 'item.iAllergyTypeId');
  }
  return null;
}

/** What stands against it in the rest of the patient's history; `own` is the item's stream, which does not stand against itself. */
export function historyRefusal(
  item: HistoryItem,
  own: string,
  file: CareFileState | undefined,
): Refusal | null {
  if (!isActiveItem(item)) return null;
  const others = activeItems(file, item.kind).filter(({ stream }) => stream !== own);
  const same = others.find(({ key }) => key === itemKey(item));
  if (item.kind === 'allergy') {
    if (item.none && others.some(({ key }) => key !== 'none'))
      return refuse('nkaConflict', 409, { name: others[0]?.name ?? '' });
    if (!item.none && others.some(({ key }) => key === 'none')) return refuse('nkaStands', 409);
    return same ? refuse('allergyDuplicate', 409, { name: same.name }) : null;
  }
  if (item.kind === 'diagnosis' && same) return refuse('diagnosisDuplicate', 409, { name: same.name });
  return item.kind === 'adherence' && same
    ? refuse('adherenceDuplicate', 409, { medicine: item.medicine })
    : null;
}

/** The patient, when something may be noted of them here; otherwise why not. */
export function patientOf(ctx: Ctx): PatientState | Refusal {
  const patient = ctx.read['patient'] as PatientState | undefined;
  if (!patient || patient.stage === 'none' || !inPoos(ctx.viewer, patient.pooId))
    return refuse('patientUnknown', 422, {}, 'patientId');
  return patient;
}

/** How the item is called in lists: by the master it names, or its own name. */
export function nameOf(item: HistoryItem, ctx: Pick<Ctx, 'read'>): string {
  const named = (field: string): string => {
    const name = (ctx.read[field] as MasterState | undefined)?.fields['vName'];
    return typeof name === 'string' ? name : '';
  };
  switch (item.kind) {
    case 'diagnosis':
    case 'pastDiagnosis':
    case 'family':
      return named('diagnosisId');
    case 'allergy':
      return item.none ? '' : named('allergyId');
    case 'doctorVisit':
      return named('doctorId');
    case 'adherence':
      return item.medicine;
    case 'hopi':
      return cutText(item.complaint, 80);
    case 'observation':
    case 'lifestyle':
      return cutText(item.text, 80);
    default:
      return item.name;
  }
}
