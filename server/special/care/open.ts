import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { StreamDef } from '#shared/core/stream.ts';
import type { ServerParts, Log } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import { openSqlView, type OpenSqlView } from '../../views/sql-view.ts';
import { careTables } from './care-tables.ts';
import { doctorRoutes } from './doctor-routes.ts';
import { fhirRoutes } from './fhir-routes.ts';
import { leafletRoutes } from './leaflet-routes.ts';
import { monthRoutes } from './month-routes.ts';
import { patientRoutes } from './patient-routes.ts';
import { patientService } from './patient-service.ts';
import { recordRoutes } from './record-routes.ts';
import { reportListRoutes } from './report-list-routes.ts';
import { storyRoutes } from './story-routes.ts';

export interface Care {
  readonly rows: OpenSqlView;
  routes(
    app: FastifyInstance,
    parts: HttpParts & { readonly server: ServerParts; readonly masterRows: OpenSqlView },
  ): void;
  close(): Promise<void>;
}

/** A reader waits for the newest rows; events that arrive within this time are written together. */
const restMs = 100;

/** Opens the tables of care, folded from the log, and their routes. */
export async function openCare(parts: {
  pool: Pool;
  log: Log;
  streams: ReadonlyMap<string, StreamDef>;
  onError: (error: unknown) => void;
}): Promise<Care> {
  const rows = await openSqlView(parts.pool, parts.log, careTables(parts.streams), {
    onError: parts.onError,
    restMs,
  });
  return {
    rows,
    routes(app, given) {
      const care = { ...given, rows };
      patientRoutes(app, care);
      recordRoutes(app, care);
      monthRoutes(app, care);
      storyRoutes(app, care);
      doctorRoutes(app, care);
      reportListRoutes(app, care);
      fhirRoutes(app, care);
      leafletRoutes(app, care);
      patientService(app, care);
    },
    close: () => rows.close(),
  };
}
