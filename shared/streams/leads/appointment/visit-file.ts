import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { FileState } from '../../core/file.ts';

/** An uploaded file as an event names it; its bytes are stored elsewhere. */
export interface VisitFile {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
}

/** Streams of the uploads that a command names. */
export const fileReads = (ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [`file:${id}`, `file-${id}`]));

/** A file that this person uploaded; name and type come from the upload, not from the request. */
export function ownFile(fileId: string, field: string, ctx: Ctx): VisitFile | Refusal {
  const file = ctx.read[`file:${fileId}`] as FileState | undefined;
  if (!file?.exists || file.by !== ctx.viewer.empId) return refuse('fileNotYours', 422, undefined, field);
  return { fileId, name: file.name, mime: file.mime };
}

/** All of them, or the first refusal. */
export function ownFiles(ids: readonly string[], field: string, ctx: Ctx): readonly VisitFile[] | Refusal {
  const found: VisitFile[] = [];
  for (const id of ids) {
    const one = ownFile(id, field, ctx);
    if (isRefusal(one)) return one;
    found.push(one);
  }
  return found;
}
