import type { StoredEvent } from '#shared/core/event.ts';
import { auditConsumer } from '../access/access-audit-watch.ts';
import { confirmationsConsumer, openConfirmations } from '../access/confirmations.ts';
import { accessRoutes } from '../access/access-routes.ts';
import { commandRoutes } from '../http/commands.ts';
import type { Drain } from '../runtime/drain.ts';
import { approvalNamesRoute } from '../families/approval/names.ts';
import { approvalStatusRoutes } from '../families/approval/status.ts';
import { feedRoutes } from '../families/feeds.ts';
import { masterOperations } from '../families/master/described.ts';
import { noteLook } from '../special/care/care-access.ts';
import { visitNamesRoute } from '../special/visit-names.ts';
import { dayStartRoute } from '../special/day-start.ts';
import { linkRoutes } from '../special/link-routes.ts';
import { lateStartRoutes } from '../special/reviews/late-starts.ts';
import { pincodeReviewRoutes } from '../special/reviews/pincode-review.ts';
import { taskMovementRoutes } from '../special/reviews/task-movement.ts';
import { healthRoutes } from '../operations/health.ts';
import type { ServerParts } from '../core/parts.ts';
import { openApiRoutes } from '../http/openapi.ts';
import type { ClockOffset } from '../operations/clock-offset.ts';
import { figuresRoutes } from '../operations/figures-routes.ts';
import { openRetryElsewhere } from '../operations/retry-elsewhere.ts';
import { setAsideRoutes } from '../operations/set-aside-routes.ts';
import type { LoopLag } from '../operations/loop-lag.ts';
import type { ConsumerWatch } from '../operations/consumer-watch.ts';
import type { Nodes } from '../operations/nodes.ts';
import { openFileScan } from '../outside/file-scanner.ts';
import { outboxRoutes } from '../outside/outbox-routes.ts';
import { pushRoutes } from '../outside/push/push-routes.ts';
import { candidatesFor } from '../outside/telephony/candidates.ts';
import { callRoutes } from '../outside/telephony/call-routes.ts';
import type { ServeParts } from '../outside/telephony/serve-next.ts';
import { receiveTelephony } from '../outside/telephony/receive.ts';
import { allDocuments, allMasters, allPolicies, allQueues } from '../core/registers.ts';
import { serviceRoutes } from '../services/routes.ts';
import { leasesConsumer } from '../jobs/expire-leases.ts';
import { callLogConsumer } from '../sources/call-log.ts';
import { outboxConsumer } from '../sources/outbox.ts';
import { feedConsumer, readAgain, recordReads, recordStates, type TakesAgain } from '../store/set-aside.ts';
import { sourceRoutes, type OpenSources } from '../sources/open-sources.ts';
import { limitingCampaigns } from '../special/campaign-calls.ts';
import { callingDayAt } from '../special/calling-hours.ts';
import { documentFiles } from '../families/document/document-files.ts';
import { labelPhotographs, stockBarcodeRoutes, stockLabelRoutes } from '../special/stock/labels.ts';
import { nearProductRoutes, requestImages } from '../special/stock/near-products.ts';
import { minMaxRoutes } from '../special/stock/min-max.ts';
import { saleLookupRoutes } from '../special/stock/sale-lookups.ts';
import { stockLookupRoutes } from '../special/stock/lookups.ts';
import { secondFactorKeys } from '../access/second-factor-keys.ts';
import { customerLinks } from '../services/customer-links.ts';
import { paymentRoutes } from '../outside/payments/routes.ts';
import { paymentLinkRoutes } from '../special/money/payment-link-routes.ts';
import { invoiceLinkRoutes } from '../special/money/invoice-routes.ts';
import { greInvoiceRoutes } from '../special/stock/gre-invoice-routes.ts';
import { chatRoutes } from '../special/chat-routes.ts';
import { staticRoutes } from '../http/static.ts';
import type { Space } from '../store/space.ts';
import { openAsOf } from '../views/as-of.ts';
import { sqlViewsOf, type Foundation } from './foundation.ts';
import type { HttpServer } from './http.ts';
import type { Sockets } from './sockets.ts';
import type { Work } from './work.ts';

export interface RouteParts {
  readonly base: Foundation;
  readonly work: Work;
  readonly route: HttpServer;
  readonly sockets: Sockets;
  readonly sources: OpenSources;
  readonly server: ServerParts;
  readonly nodes: Nodes;
  readonly lag: LoopLag;
  readonly clockOffset: ClockOffset;
  readonly consumers: ConsumerWatch;
  readonly space: Space;
  readonly drain: Drain;
  readonly version: string;
}

/** Registers every HTTP route. */
export async function openRoutes(given: RouteParts, closing: AsyncDisposableStack): Promise<void> {
  const {
    base,
    work,
    route,
    sockets,
    sources,
    server,
    nodes,
    lag,
    clockOffset,
    consumers,
    space,
    drain,
    version,
  } = given;
  const {
    config,
    clock,
    databaseUrl,
    dataDir,
    pool,
    log,
    states,
    views,
    access,
    handle,
    masters,
    search,
    reports,
    care,
    documents,
    stock,
    note,
  } = base;
  const { app } = route;
  const { rows } = masters;
  const scanner = config.fileScanner;
  const scan = scanner
    ? { scan: openFileScan({ scanner, record: access.record, onError: route.parts.onError }) }
    : {};
  const parts = { ...route.parts, ...scan, server };

  const confirmations = openConfirmations(app, {
    pool,
    log,
    access,
    nodes,
    translate: server.translate,
    onError: base.fault('confirmations'),
  });
  closing.defer(() => confirmations.close());
  commandRoutes(app, { ...parts, handle });
  const audit = accessRoutes(app, { ...parts, access });
  const asOf = openAsOf({ databaseUrl, clock });
  closing.defer(() => asOf.close());
  feedRoutes(app, {
    ...parts,
    hub: sockets.hub,
    asOf,
    look: (request, patientId, screen) => noteLook(server, request, patientId, screen, null),
  });
  approvalStatusRoutes(app, { ...parts, states, trial: base.trial });
  approvalNamesRoute(app, { server, states, pool, masters: [...masters.queries.byName.values()] });
  sourceRoutes(app, { ...parts, sources });
  const documentFilesOf = documentFiles(allDocuments(), (stream) => states.load(stream), [
    labelPhotographs((stream) => states.load(stream)),
    requestImages,
  ]);
  serviceRoutes(app, { ...parts, dataDir, masterRows: rows, documents: documentFilesOf });
  // The single owner of an embedded store has no other nodes: rows of others are leftovers.
  await masters.routes(app, {
    ...parts,
    databaseUrl,
    trial: base.trial,
    node: { id: nodes.id, goneMs: log.shared ? nodes.goneMs : 0 },
  });
  chatRoutes(app, { ...parts, stateOf: async (stream) => (await states.load(stream)).state });
  search.routes(app, { ...parts, note: access.record, masterRows: rows });
  reports.routes(app, {
    ...parts,
    databaseUrl,
    dataDir,
    others: [rows, search.rows],
    streams: base.streams,
  });
  care.routes(app, { ...parts, masterRows: rows });
  documents.routes(app, { ...parts, stateOf: (stream) => states.load(stream) });
  stockLabelRoutes(app, { stateOf: (stream) => states.load(stream) });
  stockBarcodeRoutes(app, { stateOf: (stream) => states.load(stream) });
  const links = customerLinks(secondFactorKeys(config, dataDir));
  greInvoiceRoutes(app, { server, links, dataDir, stateOf: (stream) => states.load(stream) });
  invoiceLinkRoutes(app, {
    ...{ clock, links, pool: server.pool, site: config.providerSite },
    stateOf: (stream) => states.load(stream),
  });
  paymentLinkRoutes(app, {
    ...{ server, links, provider: work.payments.provider },
    stateOf: (stream) => states.load(stream),
    onError: base.fault('payments'),
  });
  const goodsReached = async (head: number): Promise<void> =>
    void (await Promise.all([rows, stock, documents.rows].map((view) => view.reached(head))));
  stockLookupRoutes(app, { server, reached: goodsReached });
  nearProductRoutes(app, { pool: server.pool, stateOf: (stream) => states.load(stream) });
  minMaxRoutes(app, { server, views, reached: goodsReached });
  saleLookupRoutes(app, { server, stateOf: (stream) => states.load(stream), reached: goodsReached });
  pincodeReviewRoutes(app, { ...parts, rows });
  taskMovementRoutes(app, { ...parts, rows });
  lateStartRoutes(app, { ...parts, rows });
  dayStartRoute(app, parts);
  visitNamesRoute(app, { ...parts, states });
  linkRoutes(app, { ...parts, rows });
  pushRoutes(app, { ...parts, push: work.push, record: access.record });
  const stateOf = async (stream: string): Promise<unknown> => (await states.load(stream)).state;
  const serving: ServeParts = {
    ...{ handle, clock, stateOf, systemViewer: access.systemViewer, keyOf: work.signing.keyOf },
    candidates: (viewer, now) =>
      candidatesFor(
        {
          queues: allQueues(),
          views,
          dayAt: (pooId) => callingDayAt({ pool, clock, config }, pooId),
          campaigns: () => limitingCampaigns(pool),
        },
        viewer,
        now,
      ),
  };
  callRoutes(app, {
    ...{ ...parts, provider: work.telephony.provider, handle, config, pool, stateOf, serving },
    versionOf: async (stream) => (await states.load(stream)).version,
  });
  await app.register(
    receiveTelephony({
      handle,
      access,
      clock,
      signing: work.signing,
      secrets: work.telephony.secrets,
      mapping: work.telephony.mapping,
      onError: base.fault('telephony'),
    }),
  );
  await app.register(
    paymentRoutes({
      ...{ handle, access, clock, signing: work.signing, payments: work.payments },
      onError: base.fault('payments'),
    }),
  );
  outboxRoutes(app, { ...parts, pool, demo: config.demo });
  healthRoutes(app, {
    ...parts,
    node: nodes.id,
    ...{ lag, clockOffset, note, config, dataDir, views, sources, space, pool, version, sealer: base.sealer },
    consumers,
    sqlViews: sqlViewsOf(base),
    leaving: drain.leaving,
    redisUp: work.jobs.up,
    hub: sockets.hub,
    policies: work.policies,
    connections: sockets.connections,
    chainWatch: base.chainWatch,
    admission: route.admission,
    clientFaults: route.clientFaults,
  });
  figuresRoutes(app, { pool, clock, log, policies: work.policies, nodes, jobs: work.jobs });
  const inMemory: TakesAgain = new Map<string, (event: StoredEvent) => Promise<void> | void>([
    [
      recordStates,
      async ({ stream }) => {
        states.forget(stream);
        await states.load(stream);
      },
    ],
    [callLogConsumer, sources.calls.count],
    [confirmationsConsumer, confirmations.take],
    [auditConsumer, (event) => audit().take(event)],
    ...[...base.feeds.keys()].map(
      (feed) => [feedConsumer(feed), (event: StoredEvent) => sockets.hub.showAgain(feed, event)] as const,
    ),
  ]);
  const elsewhere = openRetryElsewhere({
    ...{ pool, log, node: nodes.id, takes: inMemory, onMessage: access.onMessage },
    onError: base.fault('retries'),
  });
  closing.defer(() => elsewhere.close());
  confirmations.after(elsewhere.settled);
  setAsideRoutes(app, {
    ...{ pool, log, handle, directory: access.directory, policies: allPolicies(), streams: base.streams },
    sweep: () => work.reactions.sweep(),
    takes: new Map([
      [recordReads, readAgain],
      [leasesConsumer, work.leases.take],
      [outboxConsumer, sources.outbox.take],
      ...inMemory,
    ]),
    elsewhere,
  });
  openApiRoutes(app, {
    streams: base.streams,
    open: config.demo,
    version,
    cookieName: access.cookieName,
    more: () => masterOperations(allMasters()),
  });
  await staticRoutes(app, {
    translations: base.translations,
    deployment: { version, environment: config.environment },
  });
  await app.ready();
}
