import type { NewEvent } from '../../../core/event.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { UploadEvent, UploadState } from './state.ts';
import type { UploadStep } from './upload.machine.ts';
import { uploadSteps } from './upload.machine.ts';

export const uploadRight = (right: 'view' | 'create' | 'edit' | 'approve') =>
  `Prescription/prescUploadOtpVerification:${right}` as const;

/** The version of the consent text for uploading a prescription. */
export const uploadConsentVersion = '2026-02';
export const sessionMs = 24 * 3_600_000;
export const mostFiles = 10;
export const linkMs = 15 * 60_000;

export const said = (event: UploadEvent): NewEvent => ({ type: event.type, data: { ...event.data } });

/** The reason why the session cannot take this step now. */
export function stepRefused(state: UploadState, step: UploadStep, now: number): Refusal | null {
  if (
    state.stage === 'expired' ||
    (state.opened && state.stage !== 'submitted' && now >= Date.parse(state.opened.expiresAt))
  )
    return refuse('sessionExpired', 410);
  return uploadSteps.next(state.stage, step)
    ? null
    : refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
}
