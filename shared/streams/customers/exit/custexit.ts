import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { carryOut, grant, linkApproval, noteOutside, refuseExit } from './decided.ts';
import { recordCall, request, withdraw } from './request.ts';
import { endOutside, reactivate, sendReturnCode, verifyReturnCode } from './return.ts';
import { evolveExit, noExit, type CustomerExitEvent, type CustomerExitState } from './state.ts';
import { exitTranslations } from './translations.ts';

/**
 * A customer's exit and return: requested, retention call, second person's decision, carried out, and perhaps
 * undone.
 */
export const custexit = defineStream<CustomerExitState, CustomerExitEvent>({
  name: 'custexit',
  area: 'customers',
  numbered: true,
  state: 1,
  initial: noExit,
  evolve: evolveExit,
  events: {
    CustomerExitRequested: true,
    CustomerExitNoted: true,
    RetentionCallDone: true,
    CustomerExitDecisionAsked: true,
    CustomerExitLinked: true,
    CustomerExitGranted: true,
    CustomerExitRejected: true,
    CustomerExitFailed: true,
    CustomerExitWithdrawn: true,
    CustomerExitCarriedOut: true,
    ReturnCodeSent: true,
    ReturnCodeVerified: true,
    CustomerExitEnded: true,
  },
  visible: (state, viewer) => state.stage === 'none' || inPoos(viewer, state.face?.pooId),
  commands: {
    request,
    recordCall,
    withdraw,
    linkApproval,
    grant,
    refuseExit,
    carryOut,
    noteOutside,
    sendReturnCode,
    verifyReturnCode,
    reactivate,
    endOutside,
  },
  translations: exitTranslations,
  story: [],
});
