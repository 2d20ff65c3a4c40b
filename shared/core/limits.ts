/**
 * Every limit of the server, also listed on /health. Sizes in bytes, times in ms unless the name says
 * otherwise.
 */
export const limits = {
  bodyBytes: 256 * 1024,
  /** A request body must arrive within this time; an upload must make progress at least this often. */
  bodyMs: 15_000,
  /**
   * How many bodies of one address may take longer than a second at the same time; the oldest beyond that are
   * aborted.
   */
  bodiesPerAddress: 64,
  /** Request headers must arrive within this time. */
  headMs: 15_000,
  /** A response that sends nothing for this long is aborted. */
  answerIdleMs: 60_000,
  webhookBytes: 1024 * 1024,
  /** Source messages in one webhook that delivers a list. */
  webhookMessages: 1_000,
  uploadBytes: 10 * 1024 * 1024,
  /** Concurrent uploads on one node; their bytes stay in memory until the response. */
  uploadsPerPerson: 2,
  /** Requests for signed links of customers, per address. */
  customerLinksAMinute: 30,
  uploadSlots: 8,
  /**
   * Concurrent requests on one node. Beyond `readSlots` reads are refused, beyond the second bound commands
   * as well.
   */
  readSlots: 600,
  commandSlots: 1_000,
  /**
   * Concurrency limits: as many requests as finish within `…WorkMs`, at least `…Least`; a request waits
   * `…WaitMs` for a slot.
   */
  readsLeast: 96,
  readsWorkMs: 60,
  readsWaitMs: 200,
  /** Reads are admitted in batches that yield to commands after about this time. */
  readsTurnMs: 12,
  leastCommands: 32,
  commandWorkMs: 150,
  commandWaitMs: 200,
  /** Refusals delayed by a second, so that clients do not retry at once. */
  refusalsHeld: 5_000,
  /** Disk space that is kept free; below it the server is read-only. */
  storageReserveBytes: 64 * 1024 * 1024,
  /** Ballast file beside an embedded store: two segments of its write-ahead log. */
  storageHeldBytes: 32 * 1024 * 1024,
  /**
   * A database that answers on no connection for this long counts as down, and waiting requests are refused.
   */
  databaseSilentMs: 8_000,
  /** Clock offset to the database or Redis that raises an alarm. */
  clockOffsetMs: 500,
  jsonDepth: 20,
  arrayItems: 5_000,
  socketMessageBytes: 64 * 1024,
  socketsPerSession: 5,
  /** Feeds that one connect packet may subscribe to. */
  feedsWithConnect: 50,
  /** Rows of a long feed come in pages of about this much JSON, so many at a time. */
  pageBytes: 30 * 1024,
  pagesOnTheWay: 4,
  /** Pages that a node sends to all readers together; between these bounds by how quickly they are taken in. */
  pagesASecondLeast: 250,
  pagesASecondMost: 4_000,
  /** Rows by which a reader says how far its pages reach. */
  idsAfter: 8,
  /** Encoded pages kept for others who ask for the same. */
  pagesKept: 256,
  sessionsPerPerson: 5,
  socketJoinMs: 5_000,
  /**
   * Keep-alive timeout. Longer than a proxy's (Caddy: two minutes), so that a proxy never sends on a
   * connection that was just closed.
   */
  idleConnectionMs: 130_000,
  sessionIdleMs: 30 * 60_000,
  sessionAbsoluteMs: 12 * 3_600_000,
  signInFailures: 5,
  signInWindowMs: 15 * 60_000,
  undoMs: 30_000,
  leaseClaimMs: 120_000,
  leaseWorkMs: 5 * 60_000,
  leaseHeartbeatMs: 30_000,
  leaseGraceMs: 90_000,
  flushMs: 16,
  feedHashMs: 15_000,
  ringChanges: 5_000,
  ringBytes: 2 * 1024 * 1024,
  /** Frames and responses between these lengths are compressed once for all recipients. */
  deflateFromBytes: 1024,
  deflateToBytes: 256 * 1024,
  /** Concurrent handshakes; further connections queue. */
  enteringAtOnce: 48,
  enteringWaiting: 20_000,
  unsentConflateBytes: 64 * 1024,
  unsentCloseBytes: 1024 * 1024,
  unsentClosePackets: 500,
  webhookWindowSeconds: 300,
  sourceStaleMs: 90_000,
  sourceDownMs: 10 * 60_000,
  bulkDecisions: 50,
  parkDays: 7,
  pageSizes: {
    employeeMaster: 1000,
    designationMaster: 1000,
    managerList: 100,
    employeeSearch: 10,
    checkInLists: 100,
    traceDetails: 10_000,
    slots: 50,
    campaigns: 100,
    vitals: 1000,
    clinicalObservations: 20,
    temporaryDesignation: 10,
  },
} as const;
