import { setup } from 'xstate';
import { machineSteps } from '../../../core/machine-steps.ts';

export type UploadStage = 'none' | 'open' | 'otpSent' | 'locked' | 'verified' | 'submitted' | 'expired';
export type UploadStep =
  | 'OPEN'
  | 'FILE'
  | 'SEND'
  | 'WRONG'
  | 'LOCK'
  | 'UNLOCK'
  | 'VERIFY'
  | 'WAIVE'
  | 'SUBMIT'
  | 'EXPIRE';

/** The life of an upload session: pages, a code that the customer reads out, and the end after a day. */
export const uploadMachine = setup({ types: { events: {} as { readonly type: UploadStep } } }).createMachine({
  id: 'prescriptionUpload',
  initial: 'none',
  states: {
    none: { on: { OPEN: 'open' } },
    open: { on: { FILE: 'open', SEND: 'otpSent', WAIVE: 'verified', EXPIRE: 'expired' } },
    otpSent: {
      on: {
        FILE: 'otpSent',
        SEND: 'otpSent',
        WRONG: 'otpSent',
        LOCK: 'locked',
        VERIFY: 'verified',
        WAIVE: 'verified',
        EXPIRE: 'expired',
      },
    },
    locked: { on: { FILE: 'locked', UNLOCK: 'open', WAIVE: 'verified', EXPIRE: 'expired' } },
    verified: { on: { FILE: 'verified', SUBMIT: 'submitted', EXPIRE: 'expired' } },
    submitted: { type: 'final' },
    expired: { type: 'final' },
  },
});

export const uploadSteps = machineSteps<UploadStage, UploadStep>(uploadMachine);
