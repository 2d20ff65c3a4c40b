import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { resubmit, save, start, submit } from './author.ts';
import { abandon, complete, reveal } from './finish.ts';
import { sendOtp, verifyOtp } from './otp.ts';
import { receive } from './receive.ts';
import type { SignupState } from './state.ts';
import { evolveSignup, newSignup, type SignupEvent } from './state.ts';
import {
  beginVerification,
  reject,
  requestInfo,
  tickChecklist,
  undoVerify,
  untick,
  verify,
} from './verification.ts';
import { signupTranslations } from './translations.ts';

const family = {
  applicant: {
    name: 'Lakshmi Rao',
    phone: '5550001234',
    altPhone: '',
    email: 'lakshmi@care.example',
    dob: '1961-04-02',
    gender: 'female',
    language: 'kn',
  },
  address: { line: '12, 4th Cross, 9th Block', pincode: '560069' },
  patients: [
    {
      name: 'Lakshmi Rao',
      relation: 'self',
      dob: '1961-04-02',
      gender: 'female',
      diagnoses: ['Type 2 diabetes'],
    },
  ],
  documents: [
    { fileId: 'sample-identity-1', kind: 'identity', name: 'identity SAMPLE.png', mime: 'image/png' },
    {
      fileId: 'sample-prescription-1',
      kind: 'prescription',
      name: 'prescription SAMPLE.png',
      mime: 'image/png',
    },
  ],
  consents: {
    care: { given: true, version: '2026-01', channel: 'paper' },
    calling: { given: true, version: '2026-01', channel: 'paper' },
    dataProcessing: { given: true, version: '2026-01', channel: 'paper' },
  },
};

export const signup = defineStream<SignupState, SignupEvent>({
  name: 'signup',
  events: {
    SignupStarted: true,
    SignupReceived: true,
    SignupSaved: true,
    OtpSent: true,
    OtpVerified: true,
    SignupSubmitted: true,
    SignupResubmitted: true,
    SignupVerificationStarted: true,
    SignupItemVerified: true,
    SignupItemUnverified: true,
    SignupInfoRequested: true,
    SignupVerified: true,
    SignupVerificationUndone: true,
    SignupRejected: true,
    SignupCompleted: true,
    SignupCompletionFailed: true,
    SignupAbandoned: true,
  },
  numbered: true,
  area: 'customers',
  state: 1,
  initial: newSignup,
  about: {
    prefix: 'SG',
    needs: ['Out Bound/customerSingup:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ record }, viewer) => inPoos(viewer, record.pooId),
  },
  evolve: evolveSignup,
  visible: (state, viewer) => state.stage === 'none' || inPoos(viewer, state.record.pooId),
  translations: signupTranslations,
  commands: {
    start,
    save,
    submit,
    resubmit,
    sendOtp,
    verifyOtp,
    beginVerification,
    tickChecklist,
    untick,
    requestInfo,
    reject,
    verify,
    undoVerify,
    complete,
    abandon,
    reveal,
    receive,
  },
  story: [
    {
      as: 'agent1',
      stream: 'signup-new',
      command: 'start',
      input: { pooId: 1, applicant: family.applicant },
    },
    { as: 'agent1', stream: 'signup-$', command: 'save', input: family },
    { as: 'agent1', stream: 'signup-$', command: 'sendOtp', input: {} },
    { as: 'agent1', stream: 'signup-$', command: 'verifyOtp', input: { code: '000000' } },
    { as: 'agent1', stream: 'signup-$', command: 'submit', input: {} },
    { as: 'verifier', stream: 'queueitem-signup-queue-$', command: 'claim', input: {} },
    { as: 'verifier', stream: 'signup-$', command: 'beginVerification', input: {} },
    ...(
      [
        'identityReadable',
        'addressServiceable',
        'patientComplete',
        'prescriptionPresent',
        'consentsRecorded',
      ] as const
    ).map((item) => ({
      as: 'verifier',
      stream: 'signup-$',
      command: 'tickChecklist',
      input: { item },
    })),
    { as: 'verifier', stream: 'signup-$', command: 'verify', input: {} },
  ],
});
