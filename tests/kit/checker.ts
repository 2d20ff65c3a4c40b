import type { AnyEvent } from './any-event.ts';
import type { Pool } from 'pg';
import { firstBreakInAccessLog } from '#server/access/access-log.ts';
import { secondFactorKeys } from '#server/access/second-factor-keys.ts';
import { rebuild } from '#server/operations/rebuild.ts';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { eventColumns, queryEvents } from '#server/store/event-row.ts';
import { openWitness } from '#server/store/seal-witness.ts';
import { chainNames } from '#server/store/chains.ts';
import { checkSeals, sealKeys } from '#server/store/seals.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { openPool } from './connections.ts';

export interface Checked {
  /** Idempotency keys whose commands were acknowledged: each must be in the log. */
  readonly answered?: Iterable<string>;
  /** Commands and jobs have settled: no due reaction may be open. */
  readonly settled?: boolean;
  /** The folder that holds the server's seal key and witness; without it only hashes are compared. */
  readonly dataDir?: string;
}

/**
 * Checks the invariants of a store after any fault and returns the violations, one line each. The server that
 * wrote it must be stopped or idle, because views are compared at their checkpoints.
 */
export async function violations(databaseUrl: string, more: Checked = {}): Promise<string[]> {
  const pool = openPool(databaseUrl, { max: 2 });
  pool.on('error', (error) => console.error(`The checker lost a connection: ${error.message}`));
  try {
    const found: string[] = [];
    const none = async (what: string, query: string, values: readonly unknown[] = []): Promise<void> => {
      const { rows } = await pool.query<{ what: string }>(query, [...values]);
      found.push(...rows.slice(0, 5).map((row) => `${what}: ${row.what}`));
    };

    const chain = await verifyChain(pool);
    if (!chain.ok) found.push(`the chain breaks at position ${chain.position}`);
    const broken = await firstBreakInAccessLog(pool);
    if (broken !== null) found.push(`the access log breaks at position ${broken}`);
    const keys = more.dataDir
      ? sealKeys(secondFactorKeys({ secondFactorKeys: undefined }, more.dataDir))
      : null;
    for (const one of chainNames) {
      const verdict = await checkSeals(pool, one, keys, more.dataDir ? openWitness(more.dataDir) : null);
      if (!verdict.ok)
        found.push(
          `the seal of the ${one} chain at position ${verdict.position} does not fit: ${verdict.why}`,
        );
      else if (keys && verdict.strange > 0)
        found.push(`${verdict.strange} seals of the ${one} chain are signed by an unknown key`);
    }

    await none(
      'versions of a stream are not 1 to n',
      'select stream as what from events group by stream having count(*) <> max(version) or min(version) <> 1 or count(distinct version) <> count(*)',
    );
    await none('an event id occurs twice', 'select id as what from events group by id having count(*) > 1');
    await none(
      'a source key occurs twice',
      'select key as what from source_keys group by key having count(*) > 1',
    );
    await none(
      'a command occurs twice',
      'select id::text as what from commands group by id having count(*) > 1',
    );
    await none(
      'an external record has two streams',
      "select service || ' ' || entity || ' ' || outside_id as what from source_ids group by service, entity, outside_id having count(*) > 1",
    );
    await none(
      'a command names a position beyond the log',
      'select id::text as what from commands where position > (select position from log_head)',
    );
    await none(
      'a source key names a position beyond the log',
      'select key as what from source_keys where position > (select position from log_head)',
    );
    await none(
      'a checkpoint is ahead of the log',
      'select name as what from views where position > (select position from log_head)',
    );
    await none(
      'policies are ahead of the log',
      'select name as what from policies where position > (select position from log_head)',
    );
    await none(
      'a row is newer than the checkpoint of its view',
      'select r.view as what from view_rows r join views v on v.name = r.view and v.epoch = r.epoch where r.position > v.position',
    );
    await none(
      'a session of an inactive person is open',
      "select s.id as what from access_sessions s join view_rows r on r.view = 'directory-employees' and r.id = s.emp_id::text join views v on v.name = r.view and v.epoch = r.epoch where s.revoked_at is null and (r.row::jsonb->>'active') = 'false'",
    );
    if (more.settled) {
      await none(
        'a due reaction is open',
        "select id as what from reactions where state = 'pending' and due_at < clock_timestamp() - interval '1 minute'",
      );
      await none(
        'a reaction was abandoned',
        "select id || ': ' || coalesce(last_error, '') as what from reactions where state = 'dead'",
      );
    }

    const answered = [...(more.answered ?? [])];
    if (answered.length > 0)
      await none(
        'an acknowledged command is missing',
        'select a as what from unnest($1::uuid[]) as a where not exists (select 1 from commands c where c.id = a)',
        [answered],
      );

    found.push(...(await oneWinner(pool)));
    const { views } = await rebuild(pool, { switch: false });
    found.push(
      ...views.filter((view) => !view.equal).map((view) => `the view ${view.view} differs from its replay`),
    );
    return found;
  } finally {
    await pool.end();
  }
}

/** Does the same for the embedded store of a stopped server, which it opens for the check. */
export async function violationsIn(dataDir: string, more: Checked = {}): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await violations(database.url, { dataDir: database.dataDir!, ...more });
  } finally {
    await database.stop();
  }
}

/** Walks the log: no row has two lease holders, no decision and no source message occurs twice. */
async function oneWinner(pool: Pool): Promise<string[]> {
  const found: string[] = [];
  const holders = new Map<string, string>();
  const ended = new Map<string, string>();
  const messages = new Set<string>();
  for (let position = 0; ;) {
    const events = await queryEvents(pool, {
      text: `select ${eventColumns} from events where position > $1 order by position limit 5000`,
      values: [position],
    });
    if (events.length === 0) return found;
    for (const event of events as readonly AnyEvent[]) {
      position = event.position;
      switch (event.type) {
        case 'QueueItemClaimed':
          if (holders.has(event.stream))
            found.push(`${event.stream} was claimed while it was held (${position})`);
          holders.set(event.stream, String(event.data.leaseId));
          break;
        case 'QueueItemTakenOver':
          holders.set(event.stream, String(event.data.leaseId));
          break;
        case 'QueueItemReleased':
        case 'QueueItemLeaseExpired':
        case 'QueueItemParked':
        case 'QueueItemCompleted':
        case 'QueueItemRemoved':
          holders.delete(event.stream);
          break;
        case 'ApprovalApproved':
        case 'ApprovalRejected':
          if (ended.has(event.stream))
            found.push(
              `${event.stream} was decided twice: ${ended.get(event.stream)} and ${event.type} (${position})`,
            );
          ended.set(event.stream, event.type);
          break;
        case 'SourceMessageRecorded': {
          const message = `${event.stream}@${event.data.version ?? event.data.modifiedAt}`;
          if (event.data.version !== undefined && event.data.version !== null) {
            if (messages.has(message))
              found.push(`the source message ${message} is in the log twice (${position})`);
            messages.add(message);
          }
          break;
        }
      }
    }
  }
}
