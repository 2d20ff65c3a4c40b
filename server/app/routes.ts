import { accessRoutes } from '../access/access-routes.ts';
import { commandRoutes } from '../commands.ts';
import type { Drain } from '../drain.ts';
import { approvalStatusRoutes } from '../families/approval/status.ts';
import { feedRoutes } from '../families/feeds.ts';
import { masterOperations } from '../families/master/described.ts';
import { attendanceMonthRoutes } from '../families/reviews/attendance-month.ts';
import { lateStartRoutes } from '../families/reviews/late-starts.ts';
import { pincodeReviewRoutes } from '../families/reviews/pincode-review.ts';
import { taskMovementRoutes } from '../families/reviews/task-movement.ts';
import { healthRoutes } from '../health.ts';
import type { House } from '../house.ts';
import { openApiRoutes } from '../openapi.ts';
import type { ClockOffset } from '../operations/clock-offset.ts';
import { figuresRoutes } from '../operations/figures-routes.ts';
import type { LoopLag } from '../operations/loop-lag.ts';
import type { Nodes } from '../operations/nodes.ts';
import { openFileScan } from '../outside/file-scanner.ts';
import { outboxRoutes } from '../outside/outbox-routes.ts';
import { pushRoutes } from '../outside/push/push-routes.ts';
import { allMasters } from '../registers.ts';
import { serviceRoutes } from '../services/routes.ts';
import { attendanceView } from '../services/views.ts';
import { sourceRoutes, type OpenSources } from '../sources/open-sources.ts';
import { chatRoutes } from '../special/chat-routes.ts';
import { staticRoutes } from '../static.ts';
import type { Space } from '../store/space.ts';
import { openAsOf } from '../views/as-of.ts';
import type { Foundation } from './foundation.ts';
import type { HttpDoor } from './http.ts';
import type { Sockets } from './sockets.ts';
import type { Work } from './work.ts';

export interface RouteParts {
  readonly base: Foundation;
  readonly work: Work;
  readonly door: HttpDoor;
  readonly sockets: Sockets;
  readonly sources: OpenSources;
  readonly house: House;
  readonly nodes: Nodes;
  readonly lag: LoopLag;
  readonly clockOffset: ClockOffset;
  readonly space: Space;
  readonly drain: Drain;
  readonly version: string;
}

/** Every HTTP door of the house. */
export async function openRoutes(given: RouteParts, closing: AsyncDisposableStack): Promise<void> {
  const { base, work, door, sockets, sources, house, nodes, lag, clockOffset, space, drain, version } = given;
  const { config, clock, databaseUrl, dataDir, pool, log, states, views, access, handle, masters, search, reports, note } = base;
  const { app } = door;
  const { rows } = masters;
  const scanner = config.fileScanner;
  const scan = scanner ? { scan: openFileScan({ scanner, record: access.record, onError: door.parts.onError }) } : {};
  const parts = { ...door.parts, ...scan, house };

  commandRoutes(app, { ...parts, handle });
  accessRoutes(app, { ...parts, access });
  const asOf = openAsOf({ databaseUrl, clock });
  closing.defer(() => asOf.close());
  feedRoutes(app, { ...parts, hub: sockets.hub, asOf });
  approvalStatusRoutes(app, { ...parts, states, trial: base.trial });
  sourceRoutes(app, { ...parts, sources });
  serviceRoutes(app, { ...parts, dataDir, masterRows: rows });
  // The only owner of an embedded store has nobody beside it: whoever stands there besides is gone.
  await masters.routes(app, { ...parts, databaseUrl, node: { id: nodes.id, goneMs: log.shared ? nodes.goneMs : 0 } });
  chatRoutes(app, { ...parts, stateOf: async (stream) => (await states.load(stream)).state });
  search.routes(app, { ...parts, note: access.record, masterRows: rows });
  reports.routes(app, { ...parts, databaseUrl, others: [rows, search.rows] });
  pincodeReviewRoutes(app, { ...parts, rows });
  taskMovementRoutes(app, { ...parts, rows });
  attendanceMonthRoutes(app, { ...parts, rows, days: views.get(attendanceView) });
  lateStartRoutes(app, { ...parts, rows });
  pushRoutes(app, { ...parts, push: work.push, record: access.record });
  outboxRoutes(app, { ...parts, pool, demo: config.demo });
  healthRoutes(app, {
    ...parts,
    node: nodes.id,
    ...{ lag, clockOffset, note, config, dataDir, views, sources, space, pool, version, sealer: base.sealer },
    leaving: drain.leaving,
    redisUp: work.jobs.up,
    hub: sockets.hub,
    policies: work.policies,
    connections: sockets.connections,
    admission: door.admission,
  });
  figuresRoutes(app, { pool, clock, log, policies: work.policies, nodes, jobs: work.jobs });
  openApiRoutes(app, { streams: base.streams, open: config.demo, version, cookieName: access.cookieName, more: masterOperations(allMasters()) });
  await staticRoutes(app, { words: base.words, version });
  await app.ready();
}
