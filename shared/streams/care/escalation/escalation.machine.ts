import { createMachine } from 'xstate';
import { lifeOf } from '../life.ts';

export const escalationStages = ['none', 'raised', 'acknowledged', 'resolved'] as const;
export type EscalationStage = (typeof escalationStages)[number];
export type EscalationStep = 'RAISE' | 'RING' | 'LEVEL' | 'ACKNOWLEDGE' | 'RESOLVE' | 'REOPEN';

/** It rings until somebody acknowledges it, climbs when nobody does or nothing comes of it, and never ends by itself. */
export const escalationMachine = createMachine({
  id: 'escalation',
  initial: 'none',
  states: {
    none: { on: { RAISE: 'raised' } },
    raised: {
      on: {
        RING: { target: 'raised', reenter: true },
        LEVEL: { target: 'raised', reenter: true },
        ACKNOWLEDGE: 'acknowledged',
        RESOLVE: 'resolved',
      },
    },
    acknowledged: { on: { LEVEL: { target: 'acknowledged', reenter: true }, RESOLVE: 'resolved' } },
    resolved: { on: { REOPEN: 'raised' } },
  },
});

export const escalationLife = lifeOf<EscalationStage, EscalationStep>(escalationMachine, escalationStages);
