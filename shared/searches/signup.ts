import type { EventOf } from '../core/stream.ts';
import type { signup } from '../streams/customers/signup/signup.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineSearch } from '../families/search.ts';
import { signupRef } from '../streams/customers/signup/place.ts';
import type { SignupState } from '../streams/customers/signup/state.ts';
import { evolveSignup, newSignup } from '../streams/customers/signup/state.ts';

/** Sign-up cases of the viewer's places, drafts and completed ones included. */
export const signupSearch = defineSearch<SignupState, EventOf<typeof signup>>({
  kind: 'signup',
  label: { en: 'Sign-ups', es: 'Altas' },
  streams: ['signup'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (before, event, id) => evolveSignup(before ?? newSignup(id), event),
  entry: ({ id, record, stage }) => ({
    ref: signupRef(id),
    title: record.applicant.name ?? signupRef(id),
    hint: '',
    translations: [record.address.pincode ?? '', ...record.patients.map((one) => one.name ?? '')],
    phones: [record.applicant.phone, record.applicant.altPhone].filter((one) => one !== null),
    pooId: record.pooId,
    over: stage === 'completed' || stage === 'rejected' || stage === 'abandoned',
  }),
  screens: [
    { need: 'Out Bound/customerSingup:view', link: (_state, id) => `/outBound/customerSingup?id=${id}` },
  ],
  see: ({ record }, viewer) => inPoos(viewer, record.pooId),
  phonesNeed: null,
});
