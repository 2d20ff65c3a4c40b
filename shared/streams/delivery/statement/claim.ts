import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { raisedBy } from '../../approvals/decision.ts';
import { allot, numberingStream } from '../../core/numbering.ts';
import { masterId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import {
  claimLimits,
  claimStream,
  claimTolerance,
  computedPaise,
  type ClaimState,
  type RateCard,
  type RunFigures,
  type TransportClaim,
} from '../claim/state.ts';
import { runs, type Deciding } from '../parcel/rules.ts';
import { deliveryStream, type DeliveryState } from '../parcel/state.ts';
import { statementStream, type StatementState } from './state.ts';

const transporterStream = (id: number): string => `master-transporter-${id}`;
const claimInput = z.strictObject({
  transporterId: masterId('transporter'),
  /** Left out: what the rate card gives. */
  amountPaise: z.int('badFormat').min(1, 'badFormat').max(claimLimits.mostPaise, 'badFormat').optional(),
  reason: fields.blankable(fields.note(250, 10)).optional(),
});

const rate = ({ fields: given }: MasterState, name: string): number => Number(given[name] ?? 0);
const ratesOf = (transporter: MasterState): RateCard => ({
  perKm: rate(transporter, 'nPerKmPaise'),
  perDrop: rate(transporter, 'nPerDropPaise'),
  perKg: rate(transporter, 'nPerKgPaise'),
  least: rate(transporter, 'nMinPaise'),
});

/** What the run was: its kilometres, and the parcels of it that were taken in at a door. */
export function runFigures(run: StatementState, parcels: readonly DeliveryState[]): RunFigures {
  const taken = parcels.filter(({ statementId, proof }) => statementId === run.id && proof !== null);
  return {
    km: Math.round(((run.odometerIn ?? 0) - (run.odometerOut ?? 0)) * 10) / 10,
    drops: taken.length,
    weightG: taken.reduce((sum, { weightG }) => sum + (weightG ?? 0), 0),
  };
}

/** Asks for what the transport of a settled run costs; the server computes it from the rate card. */
export const claim = (outside: (state: StatementState, ctx: Deciding) => Refusal | null) =>
  command<StatementState, z.output<typeof claimInput>>({
    input: claimInput,
    need: runs('edit'),
    versioned: true,
    reads: ({ transporterId }, state, ctx) => ({
      transporter: transporterStream(transporterId),
      claim: claimStream(state.id),
      series: numberingStream(state.pooId, 'J', ctx.today),
      ...Object.fromEntries(state.stops.map(({ dcId }) => [`d${dcId}`, deliveryStream(dcId)])),
    }),
    decide: (state, { transporterId, amountPaise, reason }, ctx) => {
      const no = outside(state, ctx);
      if (no) return no;
      if (state.stage !== 'settled')
        return refuse('wrongState', 409, {
          doc: state.number,
          state: `stage.${state.stage}`,
          allowed: ['stage.settled'],
        });
      const before: ClaimState = ctx.read['claim'];
      if (state.claimId !== null)
        return refuse('claimedAlready', 409, { doc: state.number, claim: before.claim?.ref ?? '' });
      if (state.agent.empId === ctx.actor.empId) return refuse('ownRun', 403);
      const transporter: MasterState = ctx.read['transporter'];
      if (!transporter.exists || transporter.cancelled || transporter.iStatus !== 1)
        return refuse('notInList', 422, { label: 'transporterId' }, 'transporterId');
      const parcels = state.stops.flatMap(({ dcId }): DeliveryState[] => {
        const parcel: DeliveryState | undefined = ctx.read[`d${dcId}`];
        return parcel ? [parcel] : [];
      });
      const figures = runFigures(state, parcels);
      if (figures.km < claimLimits.leastKm || figures.km > claimLimits.mostKm)
        return refuse('claimKm', 422, { km: figures.km, n: claimLimits.leastKm, m: claimLimits.mostKm });
      const rates = ratesOf(transporter);
      const computed = computedPaise(figures, rates);
      const name = String(transporter.fields['vName'] ?? '');
      if (computed === 0) return refuse('noRateCard', 422, { name }, 'transporterId');
      const claimed = amountPaise ?? computed;
      if (Math.abs(claimed - computed) * 100 > computed * claimTolerance && !reason)
        return refuse('claimReason', 422, { a: inRupees(computed), m: claimTolerance }, 'reason');
      const numbered =
        before.claim === null
          ? allot(
              ctx.read['series'],
              { pooId: state.pooId, code: state.place.code },
              'J',
              ctx.today,
              state.id,
            )
          : null;
      const ref = numbered?.number ?? before.claim?.ref ?? '';
      const data: TransportClaim = {
        ...raisedBy(ctx, {
          ref,
          iPooId: state.pooId,
          reason: reason ?? '',
          subjectVersion: before.version + 1,
        }),
        iPooId: state.pooId,
        statement: state.number,
        day: state.date,
        agent: state.agent,
        vehicle: state.vehicle,
        transporterId,
        transporter: name,
        rateVersion: transporter.version,
        rates,
        ...figures,
        computedPaise: computed,
        claimedPaise: claimed,
      };
      const events: NewEvent[] = [
        {
          stream: statementStream(state.id),
          type: 'StatementClaimed',
          data: { claimId: state.id, number: ref },
        },
        { stream: claimStream(state.id), type: 'TransportClaimSubmitted', data: { ...data } },
        ...(numbered ? [numbered.event] : []),
      ];
      return { events, answer: { number: ref } };
    },
  });
