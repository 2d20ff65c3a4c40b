import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { reference } from '../core/reference.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { uploadRight } from '../streams/prescriptions/upload/access.ts';
import type { UploadState } from '../streams/prescriptions/upload/state.ts';
import { evolveUpload, newUpload } from '../streams/prescriptions/upload/state.ts';

interface Kept {
  readonly state: UploadState;
  readonly version: number;
  readonly updatedAt: string;
}

const uploadSessionsView = defineView<Kept>({
  name: 'upload-sessions',
  version: 1,
  streams: ['prescriptionuploadsession'],
  recent: { most: 500, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => ({
    state: evolveUpload(row?.state ?? newUpload(id), event as Parameters<typeof evolveUpload>[1]),
    version: event.version,
    updatedAt: event.at,
  }),
});

/** An upload session as list and panel show it. */
export interface UploadRow extends Omit<UploadState, 'opened'> {
  readonly ref: string;
  readonly version: number;
  readonly updatedAt: string;
  readonly pooId: number;
  readonly patient: string;
  readonly patientRef: string;
  readonly customerRef: string;
  readonly phoneMasked: string;
  readonly channel: string;
  readonly openedBy: string;
  readonly openedById: number | null;
  readonly expiresAt: string;
  readonly pages: number;
}

interface UploadScope extends Scope {
  readonly poos: readonly number[] | 'all';
}

function see({ state, version, updatedAt }: Kept, scope: UploadScope): UploadRow | null {
  const { opened, ...rest } = state;
  if (!opened || !inPoos(scope, opened.pooId)) return null;
  return {
    ...rest,
    ref: opened.ref,
    version,
    updatedAt,
    pooId: opened.pooId,
    patient: opened.patientName,
    patientRef: reference('PT', opened.patientId),
    customerRef: reference('CU', opened.customerId),
    phoneMasked: opened.phoneMasked,
    channel: opened.channel,
    openedBy: opened.openedBy.name,
    openedById: opened.openedBy.empId,
    expiresAt: opened.expiresAt,
    pages: state.files.length,
  };
}

/** The recent upload sessions of one's places. */
export const uploadSessions = defineFeed<Kept, UploadScope, UploadRow>({
  name: 'list/prescUploadOtpVerification',
  view: uploadSessionsView,
  need: uploadRight('view'),
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see,
  sources: ['prescription', 'customer'],
});
