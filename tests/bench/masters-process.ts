import { Pool } from 'pg';
import { fillDemo } from '#server/demo/fill.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { writeManyRecords } from '#tests/kit/many-records.ts';
import { benchSecret } from './messages.ts';
import { enterMany } from './people.ts';
import { serveWorker } from './process.ts';

/** The server of the rows about masters: a demo server with long lists of employees and products. */
let t: TestServer | null = null;
let fresh: FreshDatabase | null = null;
let admin: Person | null = null;

/** The statements of a list, as text and values. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

serveWorker(
  {
    async start(employees: number, products: number) {
      fresh = await freshDatabase();
      const first = await openTestServer({ databaseUrl: fresh.url, realTime: true });
      await fillDemo(first.server, first.clock);
      await first.close();
      const pool = new Pool({ connectionString: fresh.url, max: 2 });
      await writeManyRecords(pool, { employees, products });
      // The lists are built in one go when the server opens: the indexes come last, as after a raised
      // version.
      await pool.query("delete from sql_views where name = 'masterRows'");
      await pool.end();
      const began = performance.now();
      t = await openTestServer({
        databaseUrl: fresh.url,
        realTime: true,
        env: { WEBHOOK_SECRET_CUSTOMER: benchSecret },
      });
      admin = await t.signIn('admin');
      return {
        url: t.url,
        port: Number(new URL(t.url).port),
        databaseUrl: fresh.url,
        cookie: admin.cookie,
        token: admin.token,
        openMs: performance.now() - began,
      };
    },
    sessions: (lines: number) => enterMany(t!.server, Math.ceil(lines / 5), 0),
    /**
     * The statements of the list under that path; only those that read records, not those that authenticate.
     */
    async queries(path: string): Promise<Query[]> {
      const { pool } = t!.server;
      const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
      const seen: Query[] = [];
      Object.assign(pool, {
        query: (...args: [string | Partial<Query>, (readonly unknown[])?]) => {
          const { text = '', values = [] } =
            typeof args[0] === 'string' ? { text: args[0], values: args[1] } : args[0];
          if (/from master_rows m\b/.test(text) && /order by|count\(\*\)/.test(text))
            seen.push({ text, values: [...values] });
          return query(...args);
        },
      });
      const { status, body } = await admin!.get(path);
      // Not deleted: an object that lost a property is slow for all its users.
      Object.assign(pool, { query });
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      return seen;
    },
    async take(master: string, csv: string) {
      const form = new FormData();
      form.append('file', new Blob([csv]), 'records.csv');
      const taken = await fetch(`${t!.url}/masters-import/${master}`, {
        method: 'POST',
        body: form,
        headers: { cookie: admin!.cookie, authtoken: admin!.token, 'idempotency-key': crypto.randomUUID() },
      });
      const file = (await taken.json()) as { id: string };
      if (taken.status !== 200) throw new Error(JSON.stringify(file));
      const state = async (wanted: string): Promise<Record<string, number>> => {
        for (;;) {
          const { body } = await admin!.get(`/masters-import/${master}/${file.id}?records=1`);
          if (body.state === wanted) return body.counts;
          if (body.state === 'failed') throw new Error('The import failed.');
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      };
      await state('checked');
      const { status, body } = await admin!.send('POST', `/masters-import/${master}/${file.id}/apply`);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return state('applied');
    },
    faults: () => t!.faults.length,
  },
  async () => {
    await t?.close();
    await fresh?.drop();
  },
);
