import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { writeBody } from '#server/store/event-row.ts';
import type { OpenServer } from '#server/app.ts';

/** The placeholder for a case's number in recorded events; each written case puts its own number there. */
const stand = 77_777_777;
const first = 10_000_000;
const day = 86_400_000;

/**
 * The events of one sign-up: until it entered the queue, while it was worked on, and until it left the queue.
 */
export interface CaseShape {
  readonly opening: readonly StoredEvent[];
  readonly working: readonly StoredEvent[];
  readonly closing: readonly StoredEvent[];
}

/** Takes one sign-up through the server's own commands and records every event that follows. */
export async function learnCase(server: OpenServer): Promise<CaseShape> {
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  const at = new Date(server.clock.now()).toISOString();
  const emitted = async (version: number, status: string): Promise<void> => {
    const handled = await server.handle({
      stream: `signup-${stand}`,
      command: 'receive',
      viewer: server.access.sourceViewer('customer'),
      correlationId: 'many',
      input: {
        version,
        modifiedAt: at,
        status,
        pooId: 1,
        submittedAt: at,
        applicant: { name: 'Lakshmi Iyer', phone: '5550140301', language: 'kn' },
        address: { line: '14, 3rd Cross', pincode: '560041' },
        patients: [
          {
            name: 'Lakshmi Iyer',
            relation: 'self',
            dob: '1958-03-12',
            gender: 'female',
            diagnoses: ['Type 2 diabetes'],
          },
        ],
        consents: { care: consent, calling: consent, dataProcessing: consent },
        ...(status === 'abandoned' ? { reason: 'gave up' } : {}),
      },
    });
    if ('refused' in handled) throw new Error(`receive: ${handled.code} ${handled.field ?? ''}`);
  };
  const part = async (act: () => Promise<unknown>): Promise<StoredEvent[]> => {
    const from = server.log.head();
    await act();
    await server.reactions.sweep();
    await server.settled();
    const events = await server.log.readAfter(from, 1_000);
    return events.filter((event) => event.stream.includes(String(stand)));
  };
  const opening = await part(() => emitted(1, 'submitted'));
  const working = await part(async () => {
    for (const pinned of [true, false])
      await server.handle({
        stream: `queueitem-signup-queue-${stand}`,
        command: 'pin',
        input: { pinned },
        viewer: server.access.people.viewer(1, null)!,
        correlationId: 'many',
      });
  });
  const closing = await part(() => emitted(2, 'abandoned'));
  if (opening.length < 2 || working.length < 2 || closing.length < 2)
    throw new Error(
      `A case leaves ${opening.length}, ${working.length}, ${closing.length} events: this generator does not know that shape.`,
    );
  return { opening, working, closing };
}

/**
 * Appends cases to the log as the server does, positions and chain included, until it holds `events` events;
 * the last `open` cases stay in the queue. Views catch up when a server opens. Returns the last position and
 * the number of cases.
 */
export async function writeManyCases(
  pool: Pool,
  shape: CaseShape,
  wanted: { readonly events: number; readonly open: number },
  from = 0,
): Promise<{ position: number; cases: number }> {
  const whole = [...shape.opening, ...shape.working, ...shape.closing];
  const opened = [...shape.opening, ...shape.working];
  const { rows: head } = await pool.query<{ position: string }>('select position from log_head');
  let position = Number(head[0]!.position);
  const began = Date.now() - day;
  let n = from;
  let id = from * whole.length;
  let batch: unknown[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const { rows } = await pool.query<{ r: unknown[][] }>('select append_group($1::jsonb) as r', [
      JSON.stringify([[null, null, null, null, [], batch]]),
    ]);
    position = Number(rows[0]!.r[0]![0]);
    batch = [];
  };
  const add = (events: readonly StoredEvent[]): void => {
    const own = String(first + n);
    n += 1;
    const versions = new Map<string, number>();
    for (const event of events) {
      const stream = event.stream.replaceAll(String(stand), own);
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      id += 1;
      const at = new Date(began + (id % day)).toISOString();
      batch.push([
        stream,
        version,
        `CASE${String(id).padStart(22, '0')}`,
        streamName(event.stream),
        event.type,
        at,
        writeBody(event).replaceAll(String(stand), own),
      ]);
    }
  };
  const end = position + wanted.events;
  while (position + batch.length + wanted.open * opened.length < end) {
    add(whole);
    if (batch.length >= 2_000) await flush();
  }
  for (let k = 0; k < wanted.open; k += 1) {
    add(opened);
    if (batch.length >= 2_000) await flush();
  }
  await flush();
  return { position, cases: n };
}
