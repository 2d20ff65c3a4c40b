import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { DocumentDef } from '#shared/families/document.ts';
import type { Log } from '../../core/parts.ts';
import { openSqlView, type OpenSqlView } from '../../views/sql-view.ts';
import { documentRoutes, type DocumentParts } from './document-routes.ts';
import { documentRowsView } from './rows-view.ts';

export interface Documents {
  readonly rows: OpenSqlView;
  routes(app: FastifyInstance, parts: Omit<DocumentParts, 'byName' | 'reached'>): void;
  close(): Promise<void>;
}

/**
 * Closed documents change seldom, and lists of open ones are live: events that arrive within this time are
 * written together.
 */
const restMs = 200;

/** Opens the family: the table of all documents, folded from the log, and its routes. */
export async function openDocuments(parts: {
  pool: Pool;
  log: Log;
  documents: readonly DocumentDef[];
  onError: (error: unknown) => void;
}): Promise<Documents> {
  const rows = await openSqlView(parts.pool, parts.log, documentRowsView(parts.documents), {
    onError: parts.onError,
    restMs,
  });
  const byName = new Map(parts.documents.map((def) => [def.name, def]));
  return {
    rows,
    routes: (app, given) => documentRoutes(app, { ...given, byName, reached: (head) => rows.reached(head) }),
    close: () => rows.close(),
  };
}
