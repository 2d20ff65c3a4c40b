import { streamName } from '../core/event.ts';
import { may } from '../core/permission.ts';
import { defineFeed, defineView, type FeedDef } from '../core/view.ts';
import type { DocumentDef } from './document.ts';

/** Documents of a kind changed: its name, never its content. Who counts them counts again. */
export interface DocumentsChanged {
  /** The kind of document. */
  readonly id: string;
  /** Log position of the latest event of one of them. */
  readonly position: number;
}

export const documentChanges = 'changes/documents';

/** The feed of changed kinds of documents; a viewer gets those whose lists they may open. */
export function documentChangesFeed(
  all: readonly DocumentDef[],
): FeedDef<DocumentsChanged, { readonly kinds: readonly string[] }, DocumentsChanged> {
  const byStream = new Map(all.map((def) => [def.stream.name as string, def.name as string]));
  return defineFeed<DocumentsChanged, { readonly kinds: readonly string[] }, DocumentsChanged>({
    name: documentChanges,
    view: defineView<DocumentsChanged>({
      name: 'documentChanges',
      version: 1,
      streams: [...byStream.keys()].toSorted(),
      ids: ({ stream }) => {
        const kind = byStream.get(streamName(stream));
        return kind === undefined ? [] : [kind];
      },
      row: (_row, { position }, id) => ({ id, position }),
    }),
    need: 'signedIn',
    scope: (viewer) => ({
      kinds: all.filter(({ need }) => may(viewer, need).ok).map(({ name }): string => name),
    }),
    see: (row, { kinds }) => (kinds.includes(row.id) ? row : null),
    sources: [],
  });
}
