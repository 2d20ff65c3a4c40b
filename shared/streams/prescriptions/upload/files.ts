import { z } from 'zod';
import { text } from '../../../core/fields.ts';
import { uploadId } from '../../../core/record-id.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { Rotation } from '../pages.ts';
import { rotation } from '../pages.ts';
import { mostFiles, said, stepRefused, uploadRight } from './access.ts';
import { doubleOf, pictureStream, pictureTaken } from './pictures.ts';
import type { UploadFile, UploadState } from './state.ts';

/** The result of `prepare` of `prescriptionuploadsession/addFile` for an uploaded file. */
export interface KeptFile extends Pick<UploadFile, 'fileId' | 'name' | 'mime' | 'sha256' | 'bytes'> {
  /** Uploaded for this very session. */
  readonly ours: boolean;
}
const noFile = (): Refusal => refuse('fileNotBrought', 422, undefined, 'fileId');

/**
 * Accepts a page or a PDF; an image of another prescription only with a confirmation that it belongs here
 * too, and never twice for one patient.
 */
export const addFile = command<
  UploadState,
  { fileId: string; sha256: string; anyway?: boolean | undefined; via?: 'phone' | 'staff' | undefined }
>({
  input: z.object({
    fileId: uploadId(),
    sha256: text(64, 64),
    anyway: z.boolean().optional(),
    via: z.enum(['phone', 'staff']).optional(),
  }),
  need: uploadRight('edit'),
  reads: ({ sha256 }) => ({ picture: pictureStream(sha256) }),
  decide(state, { fileId, sha256, anyway, via }, ctx) {
    const no = stepRefused(state, 'FILE', ctx.now);
    if (no) return no;
    const kept = ctx.prepared as KeptFile | Refusal | undefined;
    if (isRefusal(kept)) return kept;
    if (!kept?.ours || kept.fileId !== fileId || kept.sha256 !== sha256) return noFile();
    if (state.files.some((file) => file.sha256 === sha256))
      return refuse('pageTwice', 409, undefined, 'fileId');
    if (state.files.length >= mostFiles) return refuse('filesFull', 422, { most: mostFiles }, 'fileId');
    const double = doubleOf((ctx.read.picture as { owner: string | null }).owner);
    const elsewhere = pictureTaken(double, state.opened?.patientId, anyway ?? false, 'fileId');
    if (elsewhere) return elsewhere;
    const { name, mime, bytes } = kept;
    const from = ctx.viewer.kind === 'system' ? (via ?? 'staff') : 'staff';
    return [
      said({
        type: 'UploadFileAdded',
        data: {
          file: { fileId, name, mime, bytes, sha256, rotation: 0, via: from, sameAs: double?.ref ?? null },
        },
      }),
    ];
  },
});

const held = (state: UploadState, fileId: string): UploadFile | Refusal =>
  state.files.find((file) => file.fileId === fileId) ?? noFile();

export const removeFile = command<UploadState, { fileId: string }>({
  input: z.object({ fileId: text(64) }),
  need: uploadRight('edit'),
  decide(state, { fileId }, ctx) {
    const no = stepRefused(state, 'FILE', ctx.now);
    if (no) return no;
    const file = held(state, fileId);
    return isRefusal(file) ? file : [said({ type: 'UploadFileRemoved', data: { fileId } })];
  },
});

/** Stores the rotation of a page, so that everybody later sees it upright. */
export const turnFile = command<UploadState, { fileId: string; rotation: Rotation }>({
  input: z.object({ fileId: text(64), rotation }),
  need: uploadRight('edit'),
  decide(state, { fileId, rotation: to }, ctx) {
    const no = stepRefused(state, 'FILE', ctx.now);
    if (no) return no;
    const file = held(state, fileId);
    if (isRefusal(file)) return file;
    return file.rotation === to ? [] : [said({ type: 'UploadFileTurned', data: { fileId, rotation: to } })];
  },
});

export const orderFiles = command<UploadState, { fileIds: string[] }>({
  input: z.object({ fileIds: z.array(text(64)).max(mostFiles, 'tooManyItems') }),
  need: uploadRight('edit'),
  decide(state, { fileIds }, ctx) {
    const no = stepRefused(state, 'FILE', ctx.now);
    if (no) return no;
    if (
      new Set(fileIds).size !== state.files.length ||
      fileIds.some((fileId) => isRefusal(held(state, fileId)))
    )
      return noFile();
    return fileIds.every((fileId, at) => state.files[at]?.fileId === fileId)
      ? []
      : [said({ type: 'UploadFilesOrdered', data: { fileIds } })];
  },
});
