import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { addFile, orderFiles, removeFile, turnFile } from './files.ts';
import { expire, open, submit } from './life.ts';
import { endLink, makeLink, openLink } from './link.ts';
import { generateOtp, unlock, verifyOtp, waiveOtp } from './otp.ts';
import type { UploadEvent, UploadState } from './state.ts';
import { evolveUpload, newUpload } from './state.ts';
import { uploadTranslations } from './translations.ts';

/** A session in which a customer's prescription is uploaded and their consent is verified. */
export const prescriptionUploadSession = defineStream<UploadState, UploadEvent>({
  name: 'prescriptionuploadsession',
  numbered: true,
  area: 'prescriptions',
  state: 1,
  initial: newUpload,
  evolve: evolveUpload,
  visible: (state, viewer) => state.stage === 'none' || inPoos(viewer, state.opened?.pooId),
  translations: uploadTranslations,
  events: {
    UploadSessionOpened: true,
    UploadFileAdded: true,
    UploadFileRemoved: true,
    UploadFileTurned: true,
    UploadFilesOrdered: true,
    UploadLinkMade: true,
    UploadLinkOpened: true,
    UploadLinkEnded: true,
    UploadOtpSent: true,
    UploadOtpRejected: true,
    UploadOtpLocked: true,
    UploadOtpUnlocked: true,
    UploadOtpVerified: true,
    UploadOtpWaived: true,
    UploadSubmitted: true,
    UploadSessionExpired: true,
  },
  commands: {
    open,
    addFile,
    removeFile,
    turnFile,
    orderFiles,
    makeLink,
    openLink,
    endLink,
    generateOtp,
    verifyOtp,
    unlock,
    waiveOtp,
    submit,
    expire,
  },
});
