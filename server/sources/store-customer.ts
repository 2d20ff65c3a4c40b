import type { EventOf } from '#shared/core/stream.ts';
import type { signup } from '#shared/streams/customers/signup/signup.ts';
import { streamKey } from '#shared/core/event.ts';
import { evolveSignup, newSignup } from '#shared/streams/customers/signup/state.ts';
import type { OutsideCommand } from './outside-command.ts';

type Completed = Extract<EventOf<typeof signup>, { readonly type: 'SignupCompleted' }>;

/**
 * A completed sign-up becomes a customer of the outside customer service, which stores the command's key as
 * `iSignupId`.
 */
export const storeCustomer: OutsideCommand = {
  service: 'customer',
  operation: 'storeCustomer',
  streamName: 'signup',
  on: 'SignupCompleted',
  path: 'api/v2/lead/StoreCustomer',
  keyName: 'iSignupId',
  settledBy: (item) => (item['iCustomerId'] == null ? null : String(item['iCustomerId'])),
  ties: (event) => ({ entity: 'customer', stream: `customer-${(event as Completed).data.customerId}` }),
  body(event, { key, others }) {
    const { record } = others
      .filter((one) => one.version <= event.version)
      .reduce(
        (state, one) => evolveSignup(state, one as EventOf<typeof signup>),
        newSignup(streamKey(event.stream)),
      );
    const { applicant, address } = record;
    return {
      iSignupId: Number.isSafeInteger(Number(key)) ? Number(key) : key,
      iOrgId: 1,
      iPooId: record.pooId,
      iLeadId: record.leadId,
      iCampaignId: record.campaignId,
      vCustFname: applicant.name,
      vPhone: applicant.phone,
      vAltPhone: applicant.altPhone,
      vEmail: applicant.email,
      dDob: applicant.dob,
      vGender: applicant.gender,
      vLanguage: applicant.language,
      vAddress: address.line,
      vPincode: address.pincode,
      patients: record.patients.map((patient) => ({
        vPatientName: patient.name,
        vRelation: patient.relation,
        dDob: patient.dob,
        vGender: patient.gender,
      })),
    };
  },
};
