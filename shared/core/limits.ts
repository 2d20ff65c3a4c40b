/** Every limit of the house in one place; listed on /health. Sizes in bytes, times in ms unless named otherwise. */
export const limits = {
  bodyBytes: 256 * 1024,
  webhookBytes: 1024 * 1024,
  /** Facts in one webhook that tells a list. */
  webhookFacts: 1_000,
  uploadBytes: 10 * 1024 * 1024,
  /** Files that are on their way to one node at the same time; their bytes are held until they are answered. */
  uploadsPerPerson: 2,
  uploadsUnderWay: 8,
  /** Requests under way on one node: beyond the first bound reading is put off, beyond the second orders too. */
  readsUnderWay: 600,
  ordersUnderWay: 1_000,
  /** Of those, worked on at the same time: as many as get done within `…WorkMs`, at least `…Least`; for a place is waited `…WaitMs`. */
  readsLeast: 96,
  readsWorkMs: 60,
  readsWaitMs: 200,
  /** Reading is let in in portions that leave the loop for an order after about so long. */
  readsTurnMs: 12,
  ordersLeast: 32,
  ordersWorkMs: 150,
  ordersWaitMs: 200,
  /** Refusals that are told a second later, when it is time to ask again. */
  refusalsHeld: 5_000,
  /** So much of the disk is kept free; below it the house reads only. */
  storageReserveBytes: 64 * 1024 * 1024,
  /** So much is held in a file beside an embedded store: two pieces of its own log. */
  storageHeldBytes: 32 * 1024 * 1024,
  /** A database that answers on no line for so long is away: whoever waits is told so. */
  databaseSilentMs: 8_000,
  /** A clock further away than this from that of the database or the Redis is an alarm. */
  clockOffsetMs: 500,
  jsonDepth: 20,
  arrayItems: 5_000,
  socketMessageBytes: 64 * 1024,
  socketsPerSession: 5,
  /** Feeds that one connecting packet may ask for. */
  feedsWithConnect: 50,
  sessionsPerPerson: 5,
  socketJoinMs: 5_000,
  /** Longer than a door before the house keeps a line that nothing goes over (Caddy: two minutes): the one who sends may not be the one who finds it shut. */
  idleLineMs: 130_000,
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
  /** Frames and answers between these lengths are deflated once for all who take them so. */
  deflateFromBytes: 1024,
  deflateToBytes: 256 * 1024,
  /** Lines that come in at the same time; further ones wait their turn. */
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
