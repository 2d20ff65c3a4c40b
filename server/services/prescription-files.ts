import { may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { streamKey } from '#shared/core/event.ts';
import { prescriptionCase } from '#shared/feeds/prescription-case.ts';
import { prescription } from '#shared/streams/prescriptions/prescription/prescription.ts';
import { prescriptionUploadSession } from '#shared/streams/prescriptions/upload/session.ts';
import { uploadRight } from '#shared/streams/prescriptions/upload/access.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { ServerParts } from '../core/parts.ts';

/** The records of the prescription desks for which files are uploaded, and through which they are opened. */
export interface PrescriptionFiles {
  /** Whether files can be uploaded for, or opened through, a stream of this name. */
  owns(stream: unknown): boolean;
  /** The stream that this viewer's upload is for; throws when they may not see or change it. */
  bringFor(viewer: Viewer, stream: unknown): Promise<string>;
  /**
   * The stream through which this viewer may see the file; null when it is not theirs to see or not in it.
   */
  check(viewer: Viewer, stream: unknown, fileId: string): Promise<string | null>;
}

const owned = /^(prescriptionuploadsession|prescription)-[1-9]\d{0,9}$/;

export function prescriptionFiles({ log, access }: Pick<ServerParts, 'log' | 'access'>): PrescriptionFiles {
  /** Read from the log, so that another node's latest write counts. */
  const stateOf = async <S>(def: StreamDef<S>, stream: string): Promise<S | null> => {
    const events = await log.readStream(stream);
    return events.length === 0
      ? null
      : events.reduce((now, event) => def.evolve(now, event), def.initial(streamKey(stream)));
  };
  const sees = <S>(def: StreamDef<S>, state: S, viewer: Viewer): boolean =>
    def.visible?.(state, viewer, access.directory) ?? true;
  return {
    owns: (stream) => typeof stream === 'string' && owned.test(stream),
    async bringFor(viewer, named) {
      const stream = String(named);
      const need = uploadRight('edit');
      if (!may(viewer, need).ok) throw refuse('forbidden', 403, { permission: need });
      const state = stream.startsWith('prescriptionuploadsession-')
        ? await stateOf(prescriptionUploadSession, stream)
        : null;
      if (!state || !sees(prescriptionUploadSession, state, viewer)) throw refuse('notFound', 404);
      return stream;
    },
    async check(viewer, named, fileId) {
      const stream = String(named);
      if (stream.startsWith('prescriptionuploadsession-')) {
        const state = await stateOf(prescriptionUploadSession, stream);
        const open =
          state && may(viewer, uploadRight('view')).ok && sees(prescriptionUploadSession, state, viewer);
        return open && state.files.some((file) => file.fileId === fileId) ? stream : null;
      }
      const state = await stateOf(prescription, stream);
      const open = state && may(viewer, prescriptionCase.need).ok && sees(prescription, state, viewer);
      return open && state.received?.files.some((file) => file.fileId === fileId) ? stream : null;
    },
  };
}
