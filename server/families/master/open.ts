import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Log } from '../../core/parts.ts';
import type { Prepare } from '../../store/handle.ts';
import { openSqlView, type OpenSqlView } from '../../views/sql-view.ts';
import type { MasterRouteParts } from './route-parts.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { importRoutes } from './file-routes.ts';
import { openImports, type Imports } from './imports.ts';
import { queryRoutes } from './query-routes.ts';
import { masterRowsView } from './rows-view.ts';
import type { Queries } from './queries.ts';
import { masterServiceRoutes } from './service-routes.ts';
import { masterSavedViewRoutes } from './saved-view-routes.ts';
import { masterPrepare, type CaughtUp, type MasterCheck } from './uses.ts';

export interface Masters {
  readonly rows: OpenSqlView;
  readonly queries: Queries;
  /** Preparations of the masters' commands, for `handle`. */
  readonly prepare: Readonly<Record<string, Prepare>>;
  routes(app: FastifyInstance, parts: Omit<MasterRouteParts, 'queries'>): Promise<void>;
  /** Resolves when no import is running. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the family: its list in the database, the preparations of its decisions, and its routes. */
export async function openMasters(parts: {
  pool: Pool;
  log: Log;
  masters: readonly MasterDef[];
  /** Rules of single masters over other records, and the preparations of other streams from the lists. */
  checks?: readonly MasterCheck[];
  others?: (queries: CaughtUp) => Readonly<Record<string, Prepare>>;
  onError: (error: unknown) => void;
}): Promise<Masters> {
  const rows = await openSqlView(parts.pool, parts.log, masterRowsView(parts.masters), {
    onError: parts.onError,
  });
  const queries: Queries = {
    pool: parts.pool,
    rows,
    byName: new Map(parts.masters.map((def) => [def.name, def])),
    byKind: new Map([...parts.masters].reverse().map((def) => [def.kind, def])),
  };
  const caughtUp: CaughtUp = { ...queries, reached: () => rows.reached(parts.log.head()) };
  let imports: Imports | null = null;
  return {
    rows,
    queries,
    prepare: { ...masterPrepare(caughtUp, parts.checks ?? []), ...parts.others?.(caughtUp) },
    async routes(app, routes) {
      const all = { ...routes, queries };
      imports = openImports({
        server: routes.server,
        queries,
        trial: routes.trial,
        node: routes.node,
        onError: parts.onError,
      });
      queryRoutes(app, all);
      bulkRoutes(app, all);
      masterSavedViewRoutes(app, all);
      exportRoutes(app, all);
      masterServiceRoutes(app, all);
      await importRoutes(app, { ...all, imports });
    },
    idle: async () => imports?.idle(),
    async close() {
      await imports?.stop();
      await rows.close();
    },
  };
}
