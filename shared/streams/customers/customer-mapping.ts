import { z } from 'zod';
import { refuse } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import { employeeId, masterId } from '../../core/record-id.ts';
import type { MasterState } from '../masters/state.ts';

/** The data that decide who may look after a customer. */
interface Mapped {
  readonly pooId: number | null;
  readonly agentId: number | null;
  readonly routeId: number | null;
  readonly rankId: number | null;
}

/** Assigns the employee who looks after a customer. */
export const assignAgent = command<Mapped, { agentId: number }>({
  input: z.strictObject({ agentId: employeeId() }),
  need: 'Masters/customerSearchForMapping:edit',
  merges: ({ agentId }) => ({ agentId }),
  decide(state, { agentId }, ctx) {
    if (agentId === state.agentId) return [];
    const agent = ctx.directory.employee(agentId);
    if (!agent?.active) return refuse('notInList', 422, { label: 'agent' }, 'agentId');
    if (state.pooId !== null && agent.poos.length > 0 && !agent.poos.includes(state.pooId))
      return refuse('agentElsewhere', 422, { name: agent.name }, 'agentId');
    return [{ type: 'CustomerAgentAssigned', data: { agentId, from: state.agentId } }];
  },
});

/** Assigns the route on which a customer is visited. */
export const changeRoute = command<Mapped, { routeId: number }>({
  input: z.strictObject({ routeId: masterId('customerRoute') }),
  need: 'Masters/customerSearchForMapping:edit',
  merges: ({ routeId }) => ({ routeId }),
  reads: ({ routeId }) => ({ route: `master-customerRoute-${routeId}` }),
  decide(state, { routeId }, ctx) {
    if (routeId === state.routeId) return [];
    const route = ctx.read.route as MasterState | undefined;
    if (state.pooId !== null && route?.fields.iPooId !== state.pooId)
      return refuse('routeElsewhere', 422, undefined, 'routeId');
    return [{ type: 'CustomerRouteChanged', data: { routeId, from: state.routeId } }];
  },
});

/** Sets the customer's rank. */
export const changeRank = command<Mapped, { rankId: number }>({
  input: z.strictObject({ rankId: masterId('customerRank') }),
  need: 'Masters/customerMasterV2:edit',
  merges: ({ rankId }) => ({ rankId }),
  decide: (state, { rankId }) =>
    rankId === state.rankId ? [] : [{ type: 'CustomerRankChanged', data: { rankId, from: state.rankId } }],
});
