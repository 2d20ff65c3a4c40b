/** A mistake made by hand, and the test that must turn red by it. `find` stands exactly once in the file. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly project: 'unit' | 'promises';
  readonly test: string;
  /** Only tests whose title fits. */
  readonly titled?: string;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'unique index dropped',
    file: 'server/store/migrations/001_log.sql',
    find: '  hash bytea not null,\n  unique (stream, version)\n);',
    replace: '  hash bytea not null\n);',
    project: 'promises',
    test: 'tests/promises/constraints.test.ts',
  },
  {
    name: 'ack before commit',
    file: 'server/store/group-commit.ts',
    find: '    const fresh = await pool.connect();\n',
    replace: "    const fresh = await pool.connect();\n    await fresh.query('set synchronous_commit to off');\n",
    project: 'promises',
    test: 'tests/promises/power-cut.test.ts',
  },
  {
    name: 'checkpoint before rows',
    file: 'server/views/engine.ts',
    find: '    if (put.length > 0) {\n',
    replace: "    await client.query('commit');\n    await client.query('begin');\n    if (put.length > 0) {\n",
    project: 'unit',
    test: 'server/views/engine.test.ts',
    titled: 'rows and their checkpoint',
  },
  {
    name: 'naive cursor',
    file: 'server/store/log.ts',
    find: '    if (fresh[0]!.position === head + 1 && early.length === 0) {',
    replace: '    if (early.length === 0) {',
    project: 'promises',
    test: 'tests/promises/no-skip.test.ts',
  },
  {
    name: 'no permission check on resume',
    file: 'server/relay/hub.ts',
    find: "    if (!mayWatch(feed, viewer)) return refused('forbidden');",
    replace: "    if (ask.epoch === undefined && !mayWatch(feed, viewer)) return refused('forbidden');",
    project: 'promises',
    test: 'tests/promises/resume-rights.test.ts',
  },
  {
    name: 'mask missing in the socket serializer',
    file: 'server/relay/channel.ts',
    find: '(feed.see(change.after, scope, id) as Row | null);\n      const op',
    replace: '(change.after as Row | null);\n      const op',
    project: 'promises',
    test: 'tests/promises/resume-rights.test.ts',
  },
  {
    name: 'origin check removed',
    file: 'server/relay/upgrade.ts',
    find: '  if (origin === undefined) return true;',
    replace: "  if (origin !== '') return true;",
    project: 'promises',
    test: 'tests/promises/attacks.test.ts',
    titled: 'from another site',
  },
  {
    name: 'buffer cap removed',
    file: 'server/relay/backpressure.ts',
    find: "  if (unsent.bytes >= limits.unsentCloseBytes || unsent.packets >= limits.unsentClosePackets) return 'close';\n",
    replace: "  if (unsent.bytes >= 0) return 'flowing';\n",
    project: 'promises',
    test: 'tests/promises/stopped-reader.test.ts',
  },
  {
    name: 'older source version wins',
    file: 'shared/core/fact-age.ts',
    find: "told.version === known.version ? 'same' : 'older';",
    replace: "told.version === known.version ? 'same' : 'newer';",
    project: 'promises',
    test: 'tests/promises/sources-never-back.test.ts',
  },
  {
    name: 'job without idempotency key',
    file: 'server/jobs/asks.ts',
    find: '      idempotencyKey: uuidOf(id),',
    replace: '      idempotencyKey: uuidOf(`${id} ${Math.random()}`),',
    project: 'promises',
    test: 'tests/promises/jobs-twice.test.ts',
    titled: 'same moment',
  },
  {
    name: 'lock file not exclusive',
    file: 'server/store/embedded/lock.ts',
    // Two locks stand one behind the other, the file and the kernel's own: only without both is the door open.
    find: '  const guard = holdGuard(cluster);\n',
    replace: '  const guard = new DatabaseSync(`${cluster}.guard`);\n  rmSync(lockFile, { force: true });\n',
    project: 'promises',
    test: 'tests/promises/one-opener.test.ts',
    titled: 'a second opener',
  },
  {
    name: 'replay moves the checkpoint',
    file: 'server/sources/take-fact.ts',
    find: "  if (looked.known) return { effect: 'known' };\n",
    replace:
      "  if (via === 'replay') await house.pool.query('update source_cursors set since = $1 where service = $2', [new Date(house.clock.now()), fact.service]);\n  if (looked.known) return { effect: 'known' };\n",
    project: 'unit',
    test: 'server/sources/dead-letter-doors.test.ts',
  },
  {
    name: 'breaker never half-opens',
    file: 'server/sources/poll.ts',
    find: 'after(turn, Math.max(turn.failures >= failuresToOpen ? Math.max(probeMs, pollMs) : pollMs, asked ?? 0));',
    replace: 'after(turn, Math.max(turn.failures >= failuresToOpen ? 86_400_000 : pollMs, asked ?? 0));',
    project: 'promises',
    test: 'tests/promises/sick-services.test.ts',
    titled: 'probe',
  },
  {
    name: 'stale badge from the client clock',
    file: 'web/words/server-clock.ts',
    find: '    now: () => local() + (offset ?? 0),',
    replace: '    now: () => local(),',
    project: 'unit',
    test: 'web/words/server-clock.test.ts',
  },
];
