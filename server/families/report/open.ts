import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { StreamDef } from '#shared/core/stream.ts';
import type { ReportDef } from '#shared/families/report.ts';
import type { Log } from '../../core/parts.ts';
import { openSqlView, type OpenSqlView } from '../../views/sql-view.ts';
import { reportViews } from './model-view.ts';
import { checkRoutes } from './check-routes.ts';
import { choiceRoutes } from './choice-routes.ts';
import { openKeptExports, type KeptExports } from '../kept-exports.ts';
import { eventRoutes } from './event-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { keptExportRoutes } from './kept-export-routes.ts';
import { reportRoutes, type ReportParts } from './report-routes.ts';

export interface Reports {
  readonly rows: readonly OpenSqlView[];
  routes(
    app: FastifyInstance,
    parts: Omit<ReportParts, 'byName' | 'reached'> & {
      readonly others: readonly OpenSqlView[];
      readonly dataDir: string;
      readonly streams: ReadonlyMap<string, StreamDef>;
    },
  ): void;
  close(): Promise<void>;
}

/**
 * These rows are not live, and a reader waits for the newest: events that arrive within this time are written
 * together.
 */
const restMs = 200;

/** Opens the family: the tables of its models, folded from the log, and its routes. */
export async function openReports(parts: {
  pool: Pool;
  log: Log;
  reports: readonly ReportDef[];
  onError: (error: unknown) => void;
}): Promise<Reports> {
  const rows: OpenSqlView[] = [];
  let exports: KeptExports | null = null;
  for (const def of reportViews(parts.reports))
    rows.push(await openSqlView(parts.pool, parts.log, def, { onError: parts.onError, restMs }));
  const byName = new Map(parts.reports.map((def) => [def.name, def]));
  return {
    rows,
    routes(app, { others, dataDir, ...given }) {
      const all: ReportParts = {
        ...given,
        byName,
        reached: async (head) =>
          void (await Promise.all([...rows, ...others].map((view) => view.reached(head)))),
      };
      reportRoutes(app, all);
      choiceRoutes(app, all);
      eventRoutes(app, all, given.streams);
      exports = openKeptExports({
        server: given.server,
        dataDir,
        onError: (error, correlationId) => given.onError(error, correlationId),
      });
      exportRoutes(app, all);
      keptExportRoutes(app, all, exports);
      checkRoutes(app, all, new Map(rows.map(({ def }) => [def.name, def])));
    },
    async close() {
      await exports?.close();
      for (const view of rows) await view.close();
    },
  };
}
