import { z } from 'zod';
import { blankable, note, oneOf, text } from '../../../core/fields.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { addDays, showDay, yearOf } from '../../../core/day.ts';
import type { CommandDef, Ctx, Decision } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import type { Lease } from '../../calls/leases.ts';
import { ageOn } from '../../customers/signup/fields.ts';
import { checkPrescription, openBlocks } from '../checks/check.ts';
import type { Alert, Clinical } from '../checks/clinical.ts';
import { differences } from '../checks/compare.ts';
import { storeOnly } from '../checks/paper-alerts.ts';
import { riskOf } from '../checks/risk.ts';
import { personOf } from '../person.ts';
import type { EnteredLine, LineDecision, RxLine } from './content.ts';
import { decisions, lineSchema } from './content.ts';
import { deskReads, deskRight, enterDesk, leaveDesk, ownHold, stepRefused, workBegins } from './desk.ts';
import type { RxStep } from './digitization.machine.ts';
import type { FoundNames } from './drugs.ts';
import { namedLines } from './drugs.ts';
import type { ErrorClass, RegisterRow } from './events.ts';
import { errorClasses, faceOf, rxEvent } from './events.ts';
import { presentedOn } from './received.ts';
import type { RxState } from './state.ts';
import { isAmong } from './state.ts';

/** Years that a prescription is kept after the last supply. */
export const keptYears = { plain: 2, h1: 3 } as const;

/** Alerts for the current content; the same on the screen and in the decision. */
export function alertsOf(
  state: Pick<RxState, 'header' | 'lines' | 'received' | 'receivedAt'>,
  clinical: Clinical,
  today: string,
): Alert[] {
  const { header, lines, received, receivedAt } = state;
  if (!header || !received || !receivedAt) return [];
  return checkPrescription(
    { header, lines, presentedOn: presentedOn(received, receivedAt, header) },
    clinical,
    today,
  );
}

/** Rules of every command of the check: the actor holds the page and has not read it before. */
function byChecker<I>(def: {
  readonly input: z.core.$ZodType<I>;
  readonly right: 'edit' | 'approve';
  readonly step: RxStep;
  readonly decide: (state: RxState, input: I, ctx: Ctx & { readonly id: string }, lease: Lease) => Decision;
}): CommandDef<RxState, I> {
  return command<RxState, I>({
    input: def.input,
    need: deskRight('check', def.right),
    reads: (_input, _state, ctx) => deskReads('check', ctx),
    decide(state, input, ctx) {
      const no = stepRefused(state, def.step);
      if (no) return no;
      if (isAmong(state.typists, ctx.viewer.empId)) return refuse('checkerIsDigitizer', 403);
      const lease = ownHold(ctx);
      return isRefusal(lease) ? lease : def.decide(state, input, ctx, lease);
    },
  });
}

export const startCheck = byChecker<object>({
  input: z.object({}),
  right: 'edit',
  step: 'START_CHECK',
  decide(state, _input, ctx, lease) {
    const begun = workBegins('check', ctx, lease);
    return state.stage === 'inCheck' && state.checker?.empId === ctx.viewer.empId
      ? begun
      : [rxEvent({ type: 'CheckStarted', data: { by: personOf(ctx) } }), ...begun];
  },
});

/** Alerts that the checker opened; unread ones are counted at the approval. */
export const readAlerts = byChecker<{ alertIds: string[] }>({
  input: z.object({ alertIds: z.array(text(120)).min(1, 'required').max(200, 'tooManyItems') }),
  right: 'edit',
  step: 'READ',
  decide(state, { alertIds }, ctx) {
    const fresh = alertIds.filter((one) => !state.read.includes(one));
    return fresh.length === 0
      ? []
      : [rxEvent({ type: 'CheckAlertsRead', data: { alertIds: fresh, by: personOf(ctx) } })];
  },
});

/** What the checker decided about a line outlives its correction; what followed from the product does not. */
function decisionAfter(before: RxLine, after: RxLine): RxLine {
  const asEntered = before.productId === null ? 'notStocked' : 'supply';
  return before.decision === asEntered || before.decision === 'supply'
    ? after
    : { ...after, decision: before.decision, holdReason: before.holdReason };
}

/** Where harm is likely, no single person changes what two people must read: the page goes back to the entry. */
function needsTwoReaders(state: RxState, before: RxLine, after: RxLine, today: string): boolean {
  const { files, patientDob } = state.received!;
  if (files.length === 0 || differences([before], [after], [after.no]).length === 0) return false;
  const age = patientDob ? ageOn(patientDob, today) : null;
  return [after, { ...before, unsure: false }].some((one) => riskOf(one, age).length > 0);
}

/** Corrects a line, with the kind of error: it counts for those who entered it. */
export const correctLine = byChecker<{ line: EnteredLine; errorClass: ErrorClass }>({
  input: z.object({ line: lineSchema, errorClass: oneOf(errorClasses) }),
  right: 'edit',
  step: 'CORRECT',
  decide(state, { line, errorClass }, ctx) {
    const before = state.lines.find(({ no }) => no === line.no);
    if (!before) return refuse('lineUnknown', 422, { line: line.no }, 'line.no');
    if (isRefusal(ctx.prepared)) return ctx.prepared;
    const named = namedLines([line], ctx.prepared as FoundNames);
    if (isRefusal(named)) return named;
    const after = decisionAfter(before, { ...named[0]!, region: line.region ?? before.region });
    if (JSON.stringify(after) === JSON.stringify(before)) return [];
    if (needsTwoReaders(state, before, after, ctx.today))
      return refuse('correctionNeedsTwo', 422, { line: line.no });
    return [
      rxEvent({
        type: 'CheckCorrectionMade',
        data: { no: line.no, before, after, errorClass, by: personOf(ctx), enteredBy: state.typists },
      }),
    ];
  },
});

/** Whether a line is supplied, held, stopped, in the patient's drawer already, or not in stock. */
export const decideLine = byChecker<{ no: number; decision: LineDecision; holdReason: string | null }>({
  input: z.object({
    no: z.int('badFormat').min(1, 'badFormat'),
    decision: oneOf(decisions),
    holdReason: blankable(note(200, 3)),
  }),
  right: 'edit',
  step: 'READ',
  decide(state, { no, decision, holdReason }, ctx) {
    const line = state.lines.find((one) => one.no === no);
    if (!line) return refuse('lineUnknown', 422, { line: no }, 'no');
    if (decision === 'supply' && line.productId === null)
      return refuse('lineHasNoProduct', 422, { line: no }, 'decision');
    if ((decision === 'hold' || decision === 'stopped') && !holdReason)
      return refuse('required', 422, { label: 'field.holdReason' }, 'holdReason');
    const reason = decision === 'hold' || decision === 'stopped' ? holdReason : null;
    return line.decision === decision && line.holdReason === reason
      ? []
      : [rxEvent({ type: 'LineDecided', data: { no, decision, holdReason: reason, by: personOf(ctx) } })];
  },
});

const doctorRight = 'Prescription/DoctorView:approve' as const;

/** Overrides one alert with a reason: a doctor where harm is possible, else the checker. */
export const overrideAlert = command<RxState, { alertId: string; reason: string }>({
  input: z.object({ alertId: text(120), reason: note(500, 10) }),
  need: [doctorRight, deskRight('check', 'approve')],
  decide(state, { alertId, reason }, ctx) {
    const no = stepRefused(state, 'OVERRIDE');
    if (no) return no;
    if (isRefusal(ctx.prepared)) return ctx.prepared;
    const alert = alertsOf(state, (ctx.prepared as { clinical: Clinical }).clinical, ctx.today).find(
      ({ id }) => id === alertId,
    );
    if (!alert) return refuse('alertGone', 409);
    if (alert.override === null) return refuse('alertFirm', 422, { alert: `alert.${alert.kind}` });
    const doctor = ctx.may(doctorRight);
    if (alert.override === 'doctor' && !doctor) return refuse('doctorOnly', 403);
    if (isAmong(state.typists, ctx.viewer.empId)) return refuse('checkerIsDigitizer', 403);
    if (alertId in state.overrides) return [];
    return [
      rxEvent({
        type: 'PrescriptionAlertOverridden',
        data: { alertId, reason, by: personOf(ctx), as: doctor ? 'doctor' : 'checker' },
      }),
    ];
  },
});

/** Sends it back to the person who entered it, who has half an hour before others may. */
export const sendBack = byChecker<{ reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  right: 'edit',
  step: 'SEND_BACK',
  decide: (state, { reason }, ctx, lease) => [
    rxEvent({
      type: 'PrescriptionSentBack',
      data: { reason, by: personOf(ctx), to: state.digitizer!, face: faceOf(state.received!) },
    }),
    ...leaveDesk('check', ctx.id, lease),
    enterDesk(
      'entry',
      ctx.id,
      state.received!,
      ctx.now,
      state.receivedAt ? Date.parse(state.receivedAt) : ctx.now,
    ),
  ],
});

/** The refusal of an approval because of a block. */
function blocked(alert: Alert): Refusal {
  const { values } = alert;
  switch (alert.kind) {
    case 'noSignature':
      return refuse('rxNoSignature', 422);
    case 'doctorUnknown':
      return refuse('rxDoctorUnknown', 422);
    case 'tooOld':
      return refuse('rxTooOld', 422, { date: showDay(String(values['date'])), days: values['days'] ?? 0 });
    case 'allergySubstance':
    case 'allergyClass':
      return refuse('allergyBlock', 422, { molecule: values['molecule'] ?? '', line: alert.lineNo });
    case 'duplicateHere':
    case 'duplicateCurrent':
      return refuse('duplicateMolecule', 422, { molecule: values['molecule'] ?? '', line: alert.lineNo });
    case 'scheduleX':
      return refuse('scheduleNotOrdered', 422, { name: values['name'] ?? '', line: alert.lineNo });
    case 'h1Prescriber':
      return refuse('prescriberIncomplete', 422);
    default:
      return refuse('alertOpen', 422, { alert: `alert.${alert.kind}`, line: alert.lineNo ?? 0 });
  }
}

/** The rows of the H1 register of the lines that are supplied. */
export function registerRows(
  state: Pick<RxState, 'header' | 'received'>,
  lines: readonly RxLine[],
): RegisterRow[] {
  const { header, received } = state;
  return lines
    .filter(({ drug, decision }) => decision === 'supply' && drug.schedules.includes('H1'))
    .map(({ no, drug, qty }) => ({
      no,
      drug: drug.name,
      qty,
      prescriber: header?.prescriber.name ?? '',
      prescriberRegNo: header?.prescriber.regNo ?? '',
      prescriberAddress: header?.prescriber.address ?? '',
      patient: received?.patientName ?? '',
    }));
}

export const retainUntil = (today: string, lines: readonly RxLine[]): string => {
  const years = lines.some(({ drug }) => drug.schedules.includes('H1')) ? keptYears.h1 : keptYears.plain;
  return addDays(`${Number(yearOf(today)) + years}${today.slice(4)}`, 0);
};

/** The pharmacist's approval; lines to supply become the draft of an order. */
export const approve = byChecker<object>({
  input: z.object({}),
  right: 'approve',
  step: 'APPROVE',
  decide(state, _input, ctx, lease) {
    if (isRefusal(ctx.prepared)) return ctx.prepared;
    if (state.received?.verbal && state.lines.some(storeOnly)) return refuse('verbalNotAllowed', 422);
    const alerts = alertsOf(state, (ctx.prepared as { clinical: Clinical }).clinical, ctx.today);
    const [open] = openBlocks(alerts, state.overrides);
    if (open) return blocked(open);
    const { pooId, customerId, patientId, ref } = state.received!;
    const grave = alerts.filter(({ severity }) => severity !== 'info');
    const supplied = state.lines.filter(
      ({ decision, productId }) => decision === 'supply' && productId !== null,
    );
    const counts = {
      shown: grave.length,
      unread: grave.filter(({ id }) => !state.read.includes(id)).length,
      overridden: Object.keys(state.overrides).length,
    };
    return [
      rxEvent({
        type: 'PrescriptionApproved',
        data: {
          by: personOf(ctx),
          ref,
          pooId,
          customerId,
          patientId,
          lines: state.lines,
          repeats: state.header?.repeats ?? 0,
          alerts: counts,
          register: registerRows(state, state.lines),
          retainUntil: retainUntil(ctx.today, state.lines),
        },
      }),
      ...leaveDesk('check', ctx.id, lease),
      ...(supplied.length === 0
        ? []
        : [
            rxEvent({
              type: 'OrderDraftRequested',
              data: {
                ref,
                pooId,
                customerId,
                patientId,
                lines: supplied.map((line) => ({
                  no: line.no,
                  productId: line.productId!,
                  qty: line.qty,
                  storeOnly: storeOnly(line),
                })),
              },
            }),
          ]),
    ];
  },
});
