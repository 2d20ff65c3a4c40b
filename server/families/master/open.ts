import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Log } from '../../house.ts';
import type { Prepare } from '../../store/handle.ts';
import { openSqlView, type OpenSqlView } from '../../views/sql-view.ts';
import type { MasterDoorParts } from './door-parts.ts';
import { bulkDoors } from './bulk-doors.ts';
import { exportDoors } from './export-doors.ts';
import { importDoors } from './file-doors.ts';
import { openImports, type Imports } from './imports.ts';
import { readingDoors } from './reading-doors.ts';
import { masterRowsView } from './rows-view.ts';
import type { Reading } from './reading.ts';
import { masterServiceDoors } from './service-doors.ts';
import { savedViewDoors } from './saved-view-doors.ts';
import { masterPrepare } from './uses.ts';

export interface Masters {
  readonly rows: OpenSqlView;
  readonly reading: Reading;
  /** For `handle`: what orders to masters must know beforehand. */
  readonly prepare: Readonly<Record<string, Prepare>>;
  routes(app: FastifyInstance, parts: Omit<MasterDoorParts, 'reading'>): Promise<void>;
  /** Resolves when no import is being worked on. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the family: its list in the database, what its decisions ask beforehand, and its doors. */
export async function openMasters(parts: { pool: Pool; log: Log; masters: readonly MasterDef[]; onError: (error: unknown) => void }): Promise<Masters> {
  const rows = await openSqlView(parts.pool, parts.log, masterRowsView(parts.masters), { onError: parts.onError });
  const reading: Reading = {
    pool: parts.pool,
    rows,
    byName: new Map(parts.masters.map((def) => [def.name, def])),
    byKind: new Map([...parts.masters].reverse().map((def) => [def.kind, def])),
  };
  let imports: Imports | null = null;
  return {
    rows,
    reading,
    prepare: masterPrepare(() => ({ ...reading, head: () => parts.log.head() })),
    async routes(app, doors) {
      const all = { ...doors, reading };
      imports = openImports({ house: doors.house, reading, node: doors.node, onError: parts.onError });
      readingDoors(app, all);
      bulkDoors(app, all);
      savedViewDoors(app, all);
      exportDoors(app, all);
      masterServiceDoors(app, all);
      await importDoors(app, { ...all, imports });
    },
    idle: async () => imports?.idle(),
    async close() {
      await imports?.stop();
      await rows.close();
    },
  };
}
