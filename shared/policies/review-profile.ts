import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { profilereview } from '../streams/care/review/profilereview.ts';
import { cutText } from '../core/cut.ts';
import { patient } from '../streams/customers/patient.ts';

/**
 * In: a sign-up registers a patient. Out: a doctor's review of the new profile. Patients that another service
 * reports are known there.
 */
export const openProfileReview = definePolicy({
  name: 'open-profile-review',
  on: [patient.events.PatientRegistered],
  react: ({ stream, data }) =>
    data.source
      ? []
      : [
          {
            kind: 'command',
            stream: `profilereview-${streamKey(stream)}`,
            command: 'open',
            input: {
              name: data.name,
              pooId: data.pooId ?? null,
              customerId: data.customerId ?? null,
              dob: data.dob ?? null,
              gender: data.gender ?? null,
              diagnoses: data.diagnoses ?? [],
              careTierId: data.careTierId ?? null,
            },
          },
        ],
});

/** In: a profile was reviewed. Out: the patient has that care tier and critical type. */
export const applyProfileReview = definePolicy({
  name: 'apply-profile-review',
  on: [profilereview.events.ProfileReviewed],
  react: ({ stream, data }) => {
    const patient = `patient-${streamKey(stream)}`;
    return [
      {
        kind: 'command',
        stream: patient,
        command: 'changeCareTier',
        input: { careTierId: data.careTierId, reason: cutText(`${data.ref}: ${data.remarks}`, 200) },
      },
      ...(data.criticalTypeId === null
        ? []
        : [
            {
              kind: 'command' as const,
              stream: patient,
              command: 'setCriticalType',
              input: { criticalTypeId: data.criticalTypeId },
            },
          ]),
    ];
  },
});
