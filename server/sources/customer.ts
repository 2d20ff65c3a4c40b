import type { SourceMessage } from '#shared/wire.ts';
import { streamKey } from '#shared/core/event.ts';
import { customerParts, oneOf, patientParts, signupParts, text, whole } from '../special/signup-wire.ts';
import { patientOfSignup, storedCustomer } from './begun-here.ts';
import { defineSource } from './source.ts';

const statuses = ['draft', 'submitted', 'resubmitted', 'rejected', 'abandoned'];

function signupCommands(message: SourceMessage, own: string, { hash }: { readonly hash: string }) {
  const { data, change, version, modifiedAt } = message;
  const status = oneOf(data['vStatus'], statuses, '') || oneOf(change, statuses, '');
  const submittedAt = text(data['dSubmittedAt']);
  return [
    {
      stream: own,
      command: 'receive',
      input: {
        version: version ?? null,
        modifiedAt,
        hash,
        ...signupParts(data),
        ...(status ? { status } : {}),
        ...('iSubmittedBy' in data ? { submittedBy: whole(data['iSubmittedBy']) } : {}),
        ...(submittedAt ? { submittedAt } : {}),
        ...(typeof data['bOtpVerified'] === 'boolean' ? { otpVerified: data['bOtpVerified'] } : {}),
        ...(text(data['vReason']) ? { reason: text(data['vReason']) } : {}),
      },
    },
  ];
}

type Received = { readonly hash: string; readonly under: string | null };
const age = ({ version, modifiedAt }: SourceMessage, { hash }: Received) => ({
  version: version ?? null,
  modifiedAt,
  hash,
});

function customerCommands(message: SourceMessage, own: string, received: Received) {
  return [
    { stream: own, command: 'receive', input: { ...age(message, received), ...customerParts(message.data) } },
  ];
}

function patientCommands(message: SourceMessage, own: string, received: Received) {
  const customerId = received.under === null ? null : Number(streamKey(received.under));
  return [
    {
      stream: own,
      command: 'receive',
      input: { ...age(message, received), customerId, ...patientParts(message.data) },
    },
  ];
}

/**
 * The customer service: sign-ups, customers and patients have streams of their own here, everything else is
 * mirrored.
 */
export const customer = defineSource({
  service: 'customer',
  resources: [
    {
      entity: 'signup',
      path: 'api/v2/signup',
      id: 'iSignupId',
      pageSize: 100,
      stream: 'signup',
      translate: signupCommands,
      example: {
        change: 'submitted',
        data: {
          iPooId: 1,
          vCustFname: 'Lakshmi',
          vCustLname: 'Iyer',
          vPhone: '5550140301',
          vEmail: 'lakshmi.iyer@care.example',
          dDob: '1958-03-12',
          vGender: 'female',
          vLanguage: 'kn',
          vAddress: '14, 3rd Cross, 5th Block',
          vPincode: '560041',
          patients: [
            {
              vPatientName: 'Lakshmi Iyer',
              vRelation: 'self',
              dDob: '1958-03-12',
              vGender: 'female',
              diagnoses: ['Type 2 diabetes'],
            },
          ],
          consents: { care: true, calling: true, dataProcessing: true },
          vStatus: 'submitted',
          dSubmittedAt: '2026-11-18T05:00:00.000Z',
          bOtpVerified: false,
        },
      },
    },
    {
      entity: 'customer',
      path: 'api/v2/customer',
      id: 'iCustomerId',
      pageSize: 100,
      stream: 'customer',
      translate: customerCommands,
      begunHere: storedCustomer,
      example: {
        change: 'changed',
        data: {
          iCustomerId: 9001,
          vCustFname: 'Lakshmi',
          vCustLname: 'Iyer',
          vPhone: '5550140301',
          iPooId: 1,
          iExitFlag: 0,
        },
      },
    },
    {
      entity: 'patient',
      path: 'api/v2/PatientMaster',
      id: 'iPatientId',
      pageSize: 100,
      stream: 'patient',
      translate: patientCommands,
      under: { entity: 'customer', id: 'iCustomerId' },
      begunHere: patientOfSignup,
      example: {
        change: 'changed',
        data: {
          iPatientId: 204,
          vPatientName: 'Lakshmi Iyer',
          iCustomerId: 9001,
          vRelation: 'self',
          vGender: 'female',
        },
      },
    },
    {
      entity: 'customerCampaign',
      path: 'api/v2/CustomerCampaignDetails',
      id: 'iCustomerCampaignId',
      pageSize: 100,
      example: { change: 'joined', data: { iCustomerCampaignId: 71, iCustomerId: 9001, iCampaignId: 12 } },
    },
    {
      entity: 'customerExit',
      path: 'api/v2/customerexitrequest',
      id: 'iExitId',
      pageSize: 100,
      example: {
        change: 'asked',
        data: { iExitId: 901, iCustomerId: 9001, vReason: 'moved away', iStatus: 0 },
      },
    },
  ],
});
