import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { allot, numberingStream } from '../../core/numbering.ts';
import { employeeId, placeId } from '../../../core/record-id.ts';
import { firstOf, outOfPlace, placeStream } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { cashReads, receive } from '../../money/day/cash.ts';
import { coinValues, countedCash, noteValues, type CashEntry, type PayMode } from '../../money/day/state.ts';
import { tillStream } from '../../money/day/till.ts';
import { unscanned } from '../parcel/parcel-label.ts';
import { handed, own, runs, type Deciding } from '../parcel/rules.ts';
import { deliveryStream, faceAgain, type DeliveryState } from '../parcel/state.ts';
import { claim } from './claim.ts';
import {
  evolveStatement,
  noStatement,
  statementStream,
  type RunStop,
  type StatementEvent,
  type StatementState,
} from './state.ts';
import { statementTranslations } from './translations.ts';

export const runLimits = { stops: 60, labels: 1_000, gapPaise: 500_00, km: 300 } as const;
const make = 'Delivery/deliveryStatement:create' as const;

const toStatement = (id: string, { type, data }: StatementEvent): NewEvent => ({
  stream: statementStream(id),
  type,
  data: { ...data },
});
const parcelReads = (ids: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(ids.map((id) => [`d${id}`, deliveryStream(id)]));
const parcelOf = (ctx: Deciding, id: string): DeliveryState | undefined => ctx.read[`d${id}`];
const wrong = (state: StatementState, ...allowed: readonly StatementState['stage'][]): Refusal | null =>
  allowed.includes(state.stage)
    ? null
    : refuse('wrongState', 409, {
        doc: state.number,
        state: `stage.${state.stage}`,
        allowed: allowed.map((stage) => `stage.${stage}`),
      });
const outside = (state: StatementState, ctx: Deciding): Refusal | null =>
  state.exists ? outOfPlace(state, ctx) : refuse('notFound', 404);

const stopOf = (parcel: DeliveryState): RunStop => ({
  dcId: parcel.id,
  number: parcel.number,
  customer: parcel.customer,
  pincode: parcel.pincode,
  parcels: parcel.parcels,
  codDuePaise: parcel.codDuePaise,
});
/** Why a parcel cannot ride on this run: another rider's, on another run, or not ready. */
function notForRun(parcel: DeliveryState | undefined, agentId: number | null, pooId: number): Refusal | null {
  if (!parcel?.exists || parcel.pooId !== pooId) return refuse('notInList', 422, { label: 'dcIds' }, 'dcIds');
  if (parcel.statementId !== null)
    return refuse('onOtherStatement', 409, { dc: parcel.number, statement: parcel.statement ?? '' });
  if (parcel.stage !== 'assigned' && parcel.stage !== 'accepted')
    return refuse('wrongState', 409, {
      doc: parcel.number,
      state: `stage.parcel.${parcel.stage}`,
      allowed: ['stage.parcel.accepted'],
    });
  return parcel.agent?.empId === agentId
    ? null
    : refuse('otherRider', 409, { dc: parcel.number, agent: parcel.agent?.name ?? '' });
}
/** A parcel that stands on a run is taken by its rider with it. */
const putOn = (parcel: DeliveryState, statementId: string, statement: string): readonly NewEvent[] => [
  ...(parcel.stage === 'assigned' ? [own(parcel, { type: 'LmdAccepted', data: {} })] : []),
  own(parcel, { type: 'PutOnStatement', data: { statementId, statement } }),
];

const generateInput = z.strictObject({
  pooId: placeId(),
  agentId: employeeId(),
  vehicle: fields.text(15),
  dcIds: z.array(fields.text(12)).min(1, 'required').max(runLimits.stops, 'tooManyItems'),
});
const vehicleShape = /^([A-Z]{2}\d{1,2}[A-Z]{0,3}\d{4}|\d{2}BH\d{4}[A-Z]{1,2})$/;

const generate = command<StatementState, z.output<typeof generateInput>>({
  input: generateInput,
  need: make,
  creates: true,
  reads: (input, _state, ctx) => ({
    place: placeStream(input.pooId),
    series: numberingStream(input.pooId, 'L', ctx.today),
    ...parcelReads(input.dcIds),
  }),
  decide: (state, input, ctx) => {
    if (state.exists) return refuse('alreadyExists', 409);
    const place: MasterState = ctx.read['place'];
    const code = String(place.fields['vCode'] ?? '');
    const at = { pooId: input.pooId, place: { code, stateCode: String(place.fields['vStateCode'] ?? '') } };
    const out = outOfPlace(at, ctx);
    if (out) return out;
    const vehicle = input.vehicle.toUpperCase().replace(/[\s-]/g, '');
    if (!vehicleShape.test(vehicle)) return refuse('vehicleInvalid', 422, { v: input.vehicle }, 'vehicle');
    const employee = ctx.directory.employee(input.agentId);
    if (!employee?.active || !employee.poos.includes(input.pooId))
      return refuse('notInList', 422, { label: 'agentId' }, 'agentId');
    const ids = [...new Set(input.dcIds)];
    const parcels: DeliveryState[] = [];
    for (const id of ids) {
      const parcel = parcelOf(ctx, id);
      const no = notForRun(parcel, input.agentId, input.pooId);
      if (no) return no;
      if (parcel) parcels.push(parcel);
    }
    const { number, event } = allot(ctx.read['series'], { pooId: input.pooId, code }, 'L', ctx.today, ctx.id);
    return {
      events: [
        toStatement(ctx.id, {
          type: 'DeliveryStatementGenerated',
          data: {
            number,
            ...at,
            date: ctx.today,
            agent: { empId: input.agentId, name: employee.name },
            vehicle,
            stops: parcels.map(stopOf),
          },
        }),
        event,
        ...parcels.flatMap((parcel) => putOn(parcel, ctx.id, number)),
      ],
      answer: { number },
    };
  },
});

const oneDc = z.strictObject({ dcId: fields.text(12) });
const addDc = command<StatementState, { dcId: string }>({
  input: oneDc,
  need: make,
  reads: ({ dcId }) => parcelReads([dcId]),
  decide: (state, { dcId }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'generated'));
    if (no) return no;
    if (state.stops.length >= runLimits.stops)
      return refuse('tooManyItems', 422, { label: 'dcIds', n: runLimits.stops });
    const parcel = parcelOf(ctx, dcId);
    const refused = notForRun(parcel, state.agent.empId, state.pooId);
    if (refused || !parcel) return refused ?? refuse('notFound', 404);
    return [
      toStatement(state.id, { type: 'DcAddedToStatement', data: stopOf(parcel) }),
      ...putOn(parcel, state.id, state.number),
    ];
  },
});
const removeDc = command<StatementState, { dcId: string }>({
  input: oneDc,
  need: make,
  reads: ({ dcId }) => parcelReads([dcId]),
  decide: (state, { dcId }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'generated'));
    if (no) return no;
    const parcel = parcelOf(ctx, dcId);
    if (parcel?.statementId !== state.id) return refuse('notFound', 404);
    if (handed.has(parcel.stage)) return refuse('alreadyHanded', 409, { dc: parcel.number });
    return [
      toStatement(state.id, { type: 'DcRemovedFromStatement', data: { dcId, why: 'removed' } }),
      own(parcel, { type: 'TakenOffStatement', data: { statementId: state.id } }),
    ];
  },
});

const km = z.number().min(0, 'badFormat').max(9_99_999, 'badFormat').multipleOf(0.1, 'badFormat');
const allParcels = (_input: unknown, state: StatementState) =>
  parcelReads(state.stops.map(({ dcId }) => dcId));
const parcelsOf = (state: StatementState, ctx: Deciding): readonly DeliveryState[] =>
  state.stops.flatMap(({ dcId }) => {
    const parcel = parcelOf(ctx, dcId);
    return parcel ? [parcel] : [];
  });

/** The parcels whose money is this run's: one that rode again is another run's. */
export const ownParcels = (
  { id }: Pick<StatementState, 'id'>,
  parcels: readonly DeliveryState[],
): readonly DeliveryState[] => parcels.filter(({ statementId }) => statementId === id);

/**
 * The rider leaves with every parcel of the run in hand. Typed without a connection too: no version is asked for,
 * a parcel may have its result already, and a run that has left does not leave again.
 */
const depart = command<StatementState, { odometerOut: number }>({
  input: z.strictObject({ odometerOut: km }),
  need: [make, runs('view')],
  reads: allParcels,
  decide: (state, { odometerOut }, ctx) => {
    const stranger = firstOf(outside(state, ctx), strangerTo(state, ctx));
    if (stranger) return stranger;
    if (state.stage === 'departed') return [];
    const no = wrong(state, 'generated');
    if (no) return no;
    const parcels = parcelsOf(state, ctx);
    if (parcels.length === 0) return refuse('noLines', 422);
    const waiting = parcels.filter(({ stage }) => !handed.has(stage));
    if (waiting.length > 0)
      return refuse('notHandedOver', 422, { n: waiting.length, dc: waiting[0]?.number ?? '' });
    return [
      toStatement(state.id, { type: 'DeliveryStatementDeparted', data: { odometerOut } }),
      ...parcels
        .filter(({ stage }) => stage === 'handedOver')
        .map((parcel) => own(parcel, { type: 'OutForDelivery', data: { phone: parcel.phone } })),
      {
        stream: tillStream(state.pooId),
        type: 'TillRunLeft',
        data: { id: state.id, number: state.number, rider: state.agent.name },
      },
    ];
  },
});
/** The rider, or whoever makes runs. */
const strangerTo = (state: StatementState, ctx: Deciding): Refusal | null =>
  ctx.viewer.kind !== 'person' ||
  state.agent.empId === ctx.viewer.empId ||
  ctx.may(make) ||
  ctx.may(runs('edit'))
    ? null
    : refuse('notYourRun', 403, { agent: state.agent.name });

/** Every parcel has a result; what was not delivered is in the shop again and waits for its next run. */
const comeBack = command<StatementState, { odometerIn: number; scanned: string[] }>({
  input: z.strictObject({
    odometerIn: km,
    scanned: z.array(fields.text(24)).max(runLimits.labels, 'tooManyItems').default([]),
  }),
  need: [runs('view'), runs('edit')],
  reads: allParcels,
  decide: (state, { odometerIn, scanned }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'departed'), strangerTo(state, ctx));
    if (no) return no;
    const parcels = parcelsOf(state, ctx);
    const open = parcels.filter(({ stage }) => stage === 'out' || stage === 'handedOver');
    if (open.length > 0) return refuse('statementOpenItems', 422, { n: open.length });
    const driven = odometerIn - (state.odometerOut ?? odometerIn);
    if (driven < 0 || driven > runLimits.km)
      return refuse('odometerWrong', 422, { n: runLimits.km }, 'odometerIn');
    const home = parcels.filter(({ stage }) => stage === 'undelivered');
    const missing = home.flatMap((parcel) => unscanned(parcel, scanned));
    if (missing.length > 0) return refuse('notScannedIn', 422, { labels: missing.join(', ') }, 'scanned');
    return [
      toStatement(state.id, { type: 'DeliveryStatementReturned', data: { odometerIn } }),
      ...home.map((parcel) =>
        own(parcel, { type: 'ParcelBackAtStore', data: { statementId: state.id, face: faceAgain(parcel) } }),
      ),
    ];
  },
});

const paise = z.int('badFormat').min(0, 'badFormat').max(9_99_99_99_999, 'badFormat');
const countKeys: ReadonlySet<string> = new Set([
  ...noteValues.map((value) => `n${value}`),
  ...coinValues.map((value) => `c${value}`),
]);
const settleInput = z.strictObject({
  counted: z.record(
    texts.token().refine((key) => countKeys.has(key), 'notInList'),
    z.int('badFormat').min(0, 'badFormat').max(99_999, 'badFormat'),
  ),
  upiPaise: paise,
  cardPaise: paise,
  linkPaise: paise.default(0),
  reason: fields.blankable(fields.note(250, 10)).optional(),
});

/** What customers paid on a run, by how they paid. */
export function collected(parcels: readonly Pick<DeliveryState, 'cod'>[]): Readonly<Record<PayMode, number>> {
  const sums = { cash: 0, upi: 0, card: 0, link: 0 };
  for (const { cod } of parcels) if (cod?.mode) sums[cod.mode] += cod.paise;
  return sums;
}

/** The rider's money is counted: it is exactly what customers paid, or the rest is the rider's shortage. */
const settle = command<StatementState, z.output<typeof settleInput>>({
  input: settleInput,
  need: runs('edit'),
  versioned: true,
  reads: (input, state, ctx) => ({ ...allParcels(input, state), ...cashReads(state.pooId, ctx.today) }),
  decide: (state, input, ctx) => {
    const no = firstOf(
      outside(state, ctx),
      wrong(state, 'returned'),
      state.agent.empId === ctx.actor.empId ? refuse('ownRun', 403) : null,
    );
    if (no) return no;
    const parcels = ownParcels(state, parcelsOf(state, ctx));
    const due = collected(parcels);
    const duePaise = due.cash + due.upi + due.card + due.link;
    const cashPaise = countedCash(input.counted);
    const gapPaise = cashPaise + input.upiPaise + input.cardPaise + input.linkPaise - duePaise;
    if (gapPaise !== 0 && !input.reason)
      return refuse(
        'cashMismatch',
        422,
        { a: inRupees(duePaise + gapPaise), b: inRupees(duePaise), d: inRupees(Math.abs(gapPaise)) },
        'reason',
      );
    if (Math.abs(gapPaise) > runLimits.gapPaise && !ctx.may(runs('approve')))
      return refuse('approvalLimit', 403, { limit: inRupees(runLimits.gapPaise), role: 'role.settler' });
    const reason = input.reason ?? null;
    const entry = (mode: PayMode, amount: number): readonly CashEntry[] =>
      amount > 0
        ? [
            {
              entryId: `run-${state.id}-${mode}`,
              mode,
              paise: amount,
              ref: { type: 'statement', id: state.id, number: state.number },
              customerId: null,
              from: state.agent.name,
              carriedFrom: null,
            },
          ]
        : [];
    return [
      toStatement(state.id, {
        type: 'DeliveryStatementSettled',
        data: {
          counted: input.counted,
          cashPaise,
          upiPaise: input.upiPaise,
          cardPaise: input.cardPaise,
          linkPaise: input.linkPaise,
          duePaise,
          gapPaise,
          reason,
          dcIds: parcels.map(({ id }) => id),
        },
      }),
      ...(gapPaise < 0
        ? [
            toStatement(state.id, {
              type: 'CodShortageRecorded',
              data: { agent: state.agent, paise: -gapPaise, reason: reason ?? '' },
            }),
          ]
        : []),
      ...receive(ctx, state.pooId, [
        ...entry('cash', cashPaise),
        ...entry('upi', input.upiPaise),
        ...entry('card', input.cardPaise),
        ...entry('link', input.linkPaise),
      ]),
      { stream: tillStream(state.pooId), type: 'TillRunSettled', data: { id: state.id } },
    ];
  },
});

const cancel = command<StatementState, { reason: string }>({
  input: z.strictObject({ reason: fields.note(250, 10) }),
  need: make,
  versioned: true,
  reads: allParcels,
  decide: (state, { reason }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'generated'));
    if (no) return no;
    const parcels = parcelsOf(state, ctx);
    const gone = parcels.find(({ stage }) => handed.has(stage));
    if (gone) return refuse('alreadyHanded', 409, { dc: gone.number });
    return [
      toStatement(state.id, { type: 'DeliveryStatementCancelled', data: { reason } }),
      ...parcels.map((parcel) => own(parcel, { type: 'TakenOffStatement', data: { statementId: state.id } })),
    ];
  },
});

/** One rider's run: its parcels, the road and the money. */
export const statement = defineStream<StatementState, StatementEvent>({
  name: 'statement',
  area: 'delivery',
  numbered: true,
  state: 1,
  events: {
    DeliveryStatementGenerated: true,
    DcAddedToStatement: true,
    DcRemovedFromStatement: true,
    DeliveryStatementDeparted: true,
    DeliveryStatementReturned: true,
    DeliveryStatementSettled: true,
    CodShortageRecorded: true,
    DeliveryStatementCancelled: true,
    StatementClaimed: true,
  },
  initial: noStatement,
  about: {
    prefix: 'DS',
    needs: ['Delivery/deliveryStatement:view', 'Delivery/deleveryStatementList:view'],
    there: ({ exists }) => exists,
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
  },
  evolve: evolveStatement,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: { generate, addDc, removeDc, depart, comeBack, settle, cancel, claim: claim(outside) },
  translations: statementTranslations,
  story: [],
});
