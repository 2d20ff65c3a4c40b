import { createMachine } from 'xstate';
import { machineSteps } from '../../../core/machine-steps.ts';

export type ExitStage =
  | 'none'
  | 'requested'
  | 'pendingApproval'
  | 'granted'
  | 'exited'
  | 'kept'
  | 'rejected'
  | 'withdrawn'
  | 'failed'
  | 'returned';
export type ExitStep =
  | 'REQUEST'
  | 'REQUEST_URGENT'
  | 'NOTE'
  | 'KEPT'
  | 'LEAVES'
  | 'GRANT'
  | 'CARRY_OUT'
  | 'REJECT'
  | 'FAIL'
  | 'WITHDRAW'
  | 'SEND_CODE'
  | 'VERIFY_CODE'
  | 'RETURN';

/**
 * A customer's exit: requested, retention call, second person's decision, carried out on its day, and perhaps
 * won back.
 */
export const exitMachine = createMachine({
  id: 'custexit',
  initial: 'none',
  states: {
    none: { on: { REQUEST: 'requested', REQUEST_URGENT: 'pendingApproval', NOTE: 'exited' } },
    requested: { on: { KEPT: 'kept', LEAVES: 'pendingApproval', WITHDRAW: 'withdrawn' } },
    pendingApproval: {
      on: { GRANT: 'granted', REJECT: 'rejected', FAIL: 'failed', WITHDRAW: 'withdrawn' },
    },
    granted: { on: { CARRY_OUT: 'exited', WITHDRAW: 'withdrawn', FAIL: 'failed' } },
    exited: { on: { SEND_CODE: 'exited', VERIFY_CODE: 'exited', RETURN: 'returned' } },
    kept: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
    failed: { type: 'final' },
    returned: { type: 'final' },
  },
});

export const exitSteps = machineSteps<ExitStage, ExitStep>(exitMachine);
