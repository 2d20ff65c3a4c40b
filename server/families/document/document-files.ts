import { streamKey, streamName } from '#shared/core/event.ts';
import { inPoos, may, type Permission, type Viewer } from '#shared/core/permission.ts';
import { poosOf, type DocumentDef } from '#shared/families/document.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';

/** The documents for which a person may upload files; the files are opened through the document's stream. */
export interface DocumentFiles {
  readonly needs: readonly Permission[];
  /** The document's stream when this viewer may upload a file for it; null when it is not a document. */
  /** Whether the files of this stream may be opened as far as documents decide: theirs need a right to the document. */
  mayOpen(viewer: Viewer, stream: string): boolean;
  bringFor(viewer: Viewer, named: unknown): Promise<string | null>;
}

export function documentFiles(
  defs: readonly DocumentDef[],
  stateOf: (stream: string) => Promise<{ readonly state: unknown }>,
  /** Other records for which files may be uploaded. */
  others: readonly ((viewer: Viewer, named: string) => Promise<boolean>)[] = [],
): DocumentFiles {
  const needsOf = (stream: string) =>
    defs.filter((def) => def.stream.name === streamName(stream)).flatMap(({ need }) => need);
  const byStream = new Map(defs.map((def) => [def.stream.name, def]));
  const seen = async (viewer: Viewer, named: unknown): Promise<DocumentState | null> => {
    if (typeof named !== 'string' || !/^[a-z]+-\d{1,12}$/.test(named)) return null;
    const def = byStream.get(streamName(named));
    if (!def || !may(viewer, def.need).ok) return null;
    const state = (await stateOf(named)).state as DocumentState;
    return state.exists &&
      inPoos({ poos: poosOf(viewer, def.everywhere) }, state.pooId) &&
      state.id === streamKey(named)
      ? state
      : null;
  };
  return {
    needs: [...new Set(defs.flatMap(({ need }) => need))],
    mayOpen: (viewer, stream) => {
      const needs = needsOf(stream);
      return needs.length === 0 || may(viewer, needs).ok;
    },
    bringFor: async (viewer, named) => {
      for (const other of others) if (typeof named === 'string' && (await other(viewer, named))) return named;
      return (await seen(viewer, named)) ? String(named) : null;
    },
  };
}
