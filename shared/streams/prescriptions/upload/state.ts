import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { CaseType, RxFile, Rotation } from '../pages.ts';
import type { Person } from '../person.ts';
import type { UploadStage } from './upload.machine.ts';

export const channels = ['agent', 'field', 'store', 'link', 'tpd'] as const;
export type UploadChannel = (typeof channels)[number];
/** How the customer consented to the storage and reading of the prescription. */
export type ConsentHow = 'code' | 'phone' | 'waived';

export interface UploadFile extends RxFile {
  readonly bytes: number;
  /** The phone that the link opened, or a member of staff. */
  readonly via: 'phone' | 'staff';
  readonly addedAt: string;
  /** The same image is in this prescription already; the uploader confirmed that it belongs here too. */
  readonly sameAs: string | null;
}

export interface UploadConsent {
  readonly how: ConsentHow;
  readonly version: string;
  readonly at: string;
}

export interface UploadLink {
  readonly linkId: string;
  readonly until: string;
  readonly openedAt: string | null;
  readonly endedAt: string | null;
}

export interface Opened {
  readonly ref: string;
  readonly pooId: number;
  readonly customerId: number;
  readonly patientId: number;
  readonly patientName: string;
  readonly language: string | null;
  readonly phoneMasked: string;
  readonly channel: UploadChannel;
  readonly openedBy: Person;
  readonly expiresAt: string;
}

export type UploadEvent =
  | Event<'UploadSessionOpened', Opened>
  | Event<'UploadFileAdded', { readonly file: Omit<UploadFile, 'addedAt'> }>
  | Event<'UploadFileRemoved', { readonly fileId: string }>
  | Event<'UploadFileTurned', { readonly fileId: string; readonly rotation: Rotation }>
  | Event<'UploadFilesOrdered', { readonly fileIds: readonly string[] }>
  | Event<'UploadLinkMade', { readonly linkId: string; readonly until: string; readonly by: Person }>
  | Event<'UploadLinkOpened', { readonly linkId: string }>
  | Event<'UploadLinkEnded', { readonly linkId: string; readonly agreed: boolean; readonly version: string }>
  | Event<
      'UploadOtpSent',
      {
        readonly sendId: string;
        readonly channel: 'sms';
        readonly maskedPhone: string;
        readonly n: number;
        readonly expiresAt: string;
      }
    >
  | Event<'UploadOtpRejected', { readonly left: number; readonly expired: boolean }>
  | Event<'UploadOtpLocked', { readonly until: string }>
  | Event<'UploadOtpUnlocked', { readonly until: string }>
  | Event<'UploadOtpVerified', { readonly sendId: string | null; readonly consentVersion: string }>
  | Event<
      'UploadOtpWaived',
      { readonly reason: string; readonly by: Person; readonly consentVersion: string }
    >
  | Event<'UploadSubmitted', { readonly prescriptionIds: readonly number[]; readonly by: Person }>
  | Event<'UploadSessionExpired', { readonly ref: string }>;

export interface UploadState {
  readonly id: string;
  readonly stage: UploadStage;
  readonly opened: Opened | null;
  readonly files: readonly UploadFile[];
  readonly otp: {
    readonly sentAt: string;
    readonly expiresAt: string;
    readonly sends: number;
    readonly left: number | null;
  } | null;
  readonly lockedUntil: string | null;
  readonly consent: UploadConsent | null;
  readonly waiver: { readonly reason: string; readonly by: Person } | null;
  readonly link: UploadLink | null;
  readonly prescriptionIds: readonly number[];
}

/** One document of a session: its sorted pages. */
export interface UploadDocument {
  readonly fileIds: readonly string[];
  readonly caseType: CaseType;
}

export const newUpload = (key: string): UploadState => ({
  id: key,
  stage: 'none',
  opened: null,
  files: [],
  otp: null,
  lockedUntil: null,
  consent: null,
  waiver: null,
  link: null,
  prescriptionIds: [],
});

const ordered = (files: readonly UploadFile[], ids: readonly string[]): readonly UploadFile[] =>
  files.toSorted(
    (a, b) => (ids.indexOf(a.fileId) + 1 || ids.length + 1) - (ids.indexOf(b.fileId) + 1 || ids.length + 1),
  );

export function evolveUpload(state: UploadState, event: RecordedEventOf<UploadEvent>): UploadState {
  const { at } = event;
  switch (event.type) {
    case 'UploadSessionOpened':
      return { ...state, stage: 'open', opened: event.data };
    case 'UploadFileAdded':
      return { ...state, files: [...state.files, { ...event.data.file, addedAt: at }] };
    case 'UploadFileRemoved':
      return { ...state, files: state.files.filter(({ fileId }) => fileId !== event.data.fileId) };
    case 'UploadFileTurned':
      return {
        ...state,
        files: state.files.map((file) =>
          file.fileId === event.data.fileId ? { ...file, rotation: event.data.rotation } : file,
        ),
      };
    case 'UploadFilesOrdered':
      return { ...state, files: ordered(state.files, event.data.fileIds) };
    case 'UploadLinkMade':
      return {
        ...state,
        link: { linkId: event.data.linkId, until: event.data.until, openedAt: null, endedAt: null },
      };
    case 'UploadLinkOpened':
      return state.link?.linkId === event.data.linkId
        ? { ...state, link: { ...state.link, openedAt: at } }
        : state;
    case 'UploadLinkEnded': {
      const consent =
        event.data.agreed && !state.consent
          ? { how: 'phone' as const, version: event.data.version, at }
          : state.consent;
      return state.link?.linkId === event.data.linkId
        ? { ...state, consent, link: { ...state.link, endedAt: at } }
        : state;
    }
    case 'UploadOtpSent':
      return {
        ...state,
        stage: 'otpSent',
        otp: { sentAt: at, expiresAt: event.data.expiresAt, sends: (state.otp?.sends ?? 0) + 1, left: null },
      };
    case 'UploadOtpRejected':
      return { ...state, otp: state.otp && { ...state.otp, left: event.data.expired ? 0 : event.data.left } };
    case 'UploadOtpLocked':
      return { ...state, stage: 'locked', lockedUntil: event.data.until };
    case 'UploadOtpUnlocked':
      return { ...state, stage: 'open', lockedUntil: null, otp: null };
    case 'UploadOtpVerified':
      return {
        ...state,
        stage: 'verified',
        lockedUntil: null,
        consent: { how: 'code', version: event.data.consentVersion, at },
      };
    case 'UploadOtpWaived': {
      const { reason, by, consentVersion } = event.data;
      return {
        ...state,
        stage: 'verified',
        lockedUntil: null,
        waiver: { reason, by },
        consent: state.consent ?? { how: 'waived', version: consentVersion, at },
      };
    }
    case 'UploadSubmitted':
      return { ...state, stage: 'submitted', prescriptionIds: event.data.prescriptionIds };
    case 'UploadSessionExpired':
      return { ...state, stage: 'expired' };
    default:
      return state;
  }
}
