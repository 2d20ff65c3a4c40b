import type { EventOf } from '#shared/core/stream.ts';
import type { patient } from '#shared/streams/customers/patient.ts';
import { inPoos, may, type Permission, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { streamKey } from '#shared/core/event.ts';
import { defineView } from '#shared/core/view.ts';
import type { ServerParts } from '../core/parts.ts';

/** The permissions to upload documents of patients. */
export const forCare: readonly Permission[] = [
  'Out Bound/LabTestReports:create',
  'Prescription/labReportsDigitization:create',
  'Prescription/careConnect:edit',
  'Prescription/personalHistory:create',
  'Prescription/prescUploadOtpVerification:create',
  'Prescription/AdhocPrescription:create',
];
const reading: readonly Permission[] = [
  'Out Bound/LabTestReports:view',
  'Prescription/labReportsDigitization:view',
  'Prescription/labStats:view',
  'Prescription/personalHistory:view',
  'Prescription/DoctorView:view',
  'Prescription/pdList:view',
  'Prescription/prescriptionChecker:view',
];

/** The place of every patient, which decides whose documents a viewer may open. */
export const patientPlacesView = defineView<{ readonly pooId: number | null }, EventOf<typeof patient>>({
  name: 'patientPlaces',
  version: 2,
  streams: ['patient'],
  ids: ({ stream, data }) => ('pooId' in data ? [streamKey(stream)] : []),
  row: (_row, { data }) => ({ pooId: 'pooId' in data ? (data.pooId ?? null) : null }),
});

export interface CareFiles {
  /** The patient of that stream, for whom this viewer uploads a file; throws when they may not. */
  bringFor(viewer: Viewer, stream: unknown): string;
  mayRead(viewer: Viewer, stream: string): boolean;
}

export function careFiles({ views }: Pick<ServerParts, 'views'>): CareFiles {
  const here = (viewer: Viewer, stream: string): boolean => {
    const found = views.get(patientPlacesView).rows.get(streamKey(stream));
    return found !== undefined && inPoos(viewer, found.pooId);
  };
  return {
    bringFor(viewer, stream) {
      if (!may(viewer, forCare).ok) throw refuse('forbidden', 403, { permission: forCare[0] ?? '' });
      if (typeof stream !== 'string' || !/^patient-[1-9]\d{0,9}$/.test(stream) || !here(viewer, stream))
        throw refuse('notFound', 404);
      return stream;
    },
    mayRead: (viewer, stream) => may(viewer, reading).ok && here(viewer, stream),
  };
}
