import { describe, expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import { failureOf } from '../failure.ts';
import { fileSlot } from './entry.ts';
import { NotRefused, Outbox, type NewEntry } from './outbox.ts';
import { memoryStore, type OutboxStore } from './store.ts';

const offline = new Failure({ code: 'offline', message: 'No connection', correlationId: '1' }, 0, true);
const late = new Failure(
  { code: 'startTooLate', message: 'Start is allowed 13:45–14:15.', correlationId: '2' },
  422,
  false,
);
const typedAt = '2026-11-18T08:30:00.000Z';
const entry = (id: string, command: string, more: Partial<NewEntry> = {}): NewEntry => ({
  aggregate: 'appointment',
  id,
  command,
  body: {},
  files: [],
  typedAt,
  ...more,
});

function opened(store: OutboxStore = memoryStore()) {
  const sent: { readonly what: string; readonly key: string; readonly body: unknown }[] = [];
  const uploads: string[] = [];
  const line = { up: true, refuse: new Map<string, Failure>() };
  let keys = 0;
  const outbox = new Outbox({
    store,
    upload: async (_blob, name) => {
      if (!line.up) throw offline;
      uploads.push(name);
      return `id-of-${name}`;
    },
    send: async ({ id, command, key }, body) => {
      if (!line.up) throw offline;
      const no = line.refuse.get(`${id} ${command}`);
      if (no) throw no;
      sent.push({ what: `${id} ${command}`, key, body });
    },
    failureOf,
    newKey: () => `key-${(keys += 1)}`,
    alone: (work) => work(),
    emitted: () => undefined,
  });
  return {
    outbox,
    sent,
    uploads,
    line,
    store,
    waiting: () => outbox.now().entries.map(({ id, command }) => `${id} ${command}`),
  };
}

async function typedOffline() {
  const all = opened();
  all.line.up = false;
  await all.outbox.belongsTo(151);
  for (const one of [entry('1', 'startTask'), entry('1', 'completeTask'), entry('2', 'startTask')])
    await all.outbox.add(one);
  await all.outbox.flush();
  return all;
}

describe('the outbox', () => {
  it('keeps entries without a connection and sends them in sequence when it is back', async () => {
    const { outbox, line, sent, waiting } = await typedOffline();
    expect(sent).toEqual([]);
    expect(waiting()).toEqual(['1 startTask', '1 completeTask', '2 startTask']);
    line.up = true;
    await outbox.flush();
    expect(sent.map(({ what }) => what)).toEqual(['1 startTask', '1 completeTask', '2 startTask']);
    expect(waiting()).toEqual([]);
  });
  it('is read again after a reload, with the same keys', async () => {
    const { store } = await typedOffline();
    const anew = opened(store);
    await anew.outbox.belongsTo(151);
    await anew.outbox.flush();
    expect(anew.sent.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-3']);
  });
  it('holds later entries of a record whose earlier one was refused, and continues with other records', async () => {
    const { outbox, line, sent, waiting } = await typedOffline();
    line.refuse.set('1 startTask', late);
    line.up = true;
    await outbox.flush();
    expect(sent.map(({ what }) => what)).toEqual(['2 startTask']);
    expect(waiting()).toEqual(['1 startTask', '1 completeTask']);
    expect(outbox.now().entries[0]?.refusal).toEqual({
      code: 'startTooLate',
      message: 'Start is allowed 13:45–14:15.',
    });
  });
  it('retries a refused entry as a new request, and the entries behind it follow', async () => {
    const { outbox, line, sent } = await typedOffline();
    line.refuse.set('1 startTask', late);
    line.up = true;
    await outbox.flush();
    line.refuse.clear();
    await outbox.retry(1);
    expect(sent.map(({ what, key }) => `${what} ${key}`)).toEqual([
      '2 startTask key-3',
      '1 startTask key-4',
      '1 completeTask key-2',
    ]);
  });
  it('is sent, and says so, where the device has no space to record what was uploaded or refused', async () => {
    const kept = memoryStore();
    const store = { ...kept };
    const { outbox, line, sent, waiting } = opened(store);
    const photo = { name: 'door.jpg', blob: new Blob(['x']), fileId: null };
    line.up = false;
    await outbox.belongsTo(151);
    await outbox.add(entry('1', 'startTask', { files: [photo] }));
    await outbox.add(entry('2', 'startTask'));
    store.put = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
    line.up = true;
    await outbox.flush();
    expect(sent.map(({ what }) => what)).toEqual(['1 startTask', '2 startTask']);
    expect(waiting()).toEqual([]);
    expect(outbox.now().unkept).toBe(true);
    line.refuse.set('3 startTask', late);
    await outbox.add(entry('3', 'startTask'));
    await outbox.flush();
    expect(waiting()).toEqual(['3 startTask']);
  });
  it('lets a refused entry be discarded', async () => {
    const { outbox, line, sent, waiting } = await typedOffline();
    line.refuse.set('1 startTask', late);
    line.up = true;
    await outbox.flush();
    await outbox.discard(1);
    expect(sent.map(({ what }) => what)).toEqual(['2 startTask', '1 completeTask']);
    expect(waiting()).toEqual([]);
  });
  describe('with a command that is given once', () => {
    const results = ['deliver', 'fail'];
    const once = (id: string, command: string, body: NewEntry['body'] = {}, more: readonly string[] = []) =>
      entry(id, command, { body, once: more.length > 0 ? more : [command] });
    async function refused() {
      const all = opened();
      await all.outbox.belongsTo(151);
      all.line.refuse.set('1 depart', late);
      await all.outbox.add(once('1', 'depart', { odometer: 1 }));
      await all.outbox.flush();
      await all.outbox.add(once('1', 'comeBack'));
      await all.outbox.flush();
      expect(all.waiting()).toEqual(['1 depart', '1 comeBack']);
      all.line.refuse.clear();
      return all;
    }
    it('given a refused one, when it is given again, then that takes its place and what waits behind it follows', async () => {
      const { outbox, sent, waiting } = await refused();
      await outbox.add(once('1', 'depart', { odometer: 2 }));
      await outbox.flush();
      expect(sent).toMatchObject([{ what: '1 depart', body: { odometer: 2 } }, { what: '1 comeBack' }]);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
      expect(waiting()).toEqual([]);
    });
    it('given one that waits behind a refused one, when it is given again, then it is corrected, not doubled', async () => {
      const { outbox, waiting } = await refused();
      await outbox.add(once('1', 'comeBack', { odometer: 9 }));
      expect(waiting()).toEqual(['1 depart', '1 comeBack']);
      expect(outbox.now().entries[1]).toMatchObject({ body: { odometer: 9 }, refusal: null });
    });
    it('given a refused result, when another result of the same parcel is given, then that takes its place', async () => {
      const { outbox, line, sent, waiting } = opened();
      await outbox.belongsTo(151);
      line.refuse.set('1 deliver', late);
      await outbox.add(once('1', 'deliver', {}, results));
      await outbox.flush();
      await outbox.add(once('1', 'fail', {}, results));
      await outbox.flush();
      expect(sent.map(({ what }) => what)).toEqual(['1 fail']);
      expect(waiting()).toEqual([]);
    });
    it('given that the device cannot store the correction, then the refused one is still there', async () => {
      const { outbox, store, waiting } = await refused();
      store.put = () => Promise.reject(new Error('QuotaExceededError'));
      await expect(outbox.add(once('1', 'depart'))).rejects.toThrow('QuotaExceededError');
      expect(waiting()).toEqual(['1 depart', '1 comeBack']);
      expect(outbox.now().unkept).toBe(true);
    });
    it('given two taps, then it waits once; another record and a command that may be repeated are not concerned', async () => {
      const { outbox, line, waiting } = opened();
      line.up = false;
      await outbox.belongsTo(151);
      await Promise.all([
        outbox.add(once('1', 'accept')),
        outbox.add(once('1', 'accept')),
        outbox.add(once('2', 'accept')),
        outbox.add(entry('1', 'addFile')),
        outbox.add(entry('1', 'addFile')),
      ]);
      expect(waiting()).toEqual(['1 accept', '2 accept', '1 addFile', '1 addFile']);
    });
  });
  describe('with a step that the record is past', () => {
    const past = new Failure(
      { code: 'wrongState', message: 'MS-7 is returned.', correlationId: '3' },
      409,
      false,
    );
    const departing = entry('1', 'depart', { overtakenBy: ['wrongState'] });
    it('given the refusal that says so, then it is reported and what waits behind it is sent', async () => {
      const { outbox, line, sent, waiting } = opened();
      line.up = false;
      await outbox.belongsTo(151);
      await outbox.add(departing);
      await outbox.add(entry('1', 'comeBack'));
      line.refuse.set('1 depart', past);
      line.up = true;
      await outbox.flush();
      expect(sent.map(({ what }) => what)).toEqual(['1 comeBack']);
      expect(waiting()).toEqual(['1 depart']);
      expect(outbox.now().entries[0]?.refusal?.message).toBe('MS-7 is returned.');
      await outbox.flush();
      expect(sent).toHaveLength(1);
    });
    it('given any other refusal, then what waits behind it is held', async () => {
      const { outbox, line, sent } = opened();
      await outbox.belongsTo(151);
      line.refuse.set('1 depart', late);
      await outbox.add(departing);
      await outbox.add(entry('1', 'comeBack'));
      await outbox.flush();
      expect(sent).toEqual([]);
    });
  });
  describe('with records that do not exist yet', () => {
    it('given a refused new one, then other new ones are sent', async () => {
      const { outbox, line, sent, waiting } = opened();
      await outbox.belongsTo(151);
      line.refuse.set('new draft', late);
      await outbox.add(entry('new', 'draft', { body: { note: 'Bus' } }));
      await outbox.flush();
      line.refuse.clear();
      await outbox.add(entry('new', 'draft', { body: { note: 'Food' } }));
      await outbox.flush();
      expect(sent).toMatchObject([{ what: 'new draft', body: { note: 'Food' } }]);
      expect(waiting()).toEqual(['new draft']);
    });
    it('given a correction of a refused one, then it takes its place', async () => {
      const { outbox, line, sent, waiting } = opened();
      await outbox.belongsTo(151);
      line.refuse.set('new draft', late);
      await outbox.add(entry('new', 'draft', { body: { note: 'Bus' } }));
      await outbox.flush();
      line.refuse.clear();
      const { seq } = outbox.now().entries[0]!;
      await outbox.add(entry('new', 'draft', { body: { note: 'Tram' }, corrects: seq }));
      await outbox.flush();
      expect(sent).toMatchObject([{ body: { note: 'Tram' } }]);
      expect(waiting()).toEqual([]);
    });
  });
  it('given a draft that is corrected, when it was sent again or discarded meanwhile, then the correction is refused and nothing is doubled', async () => {
    const { outbox, line, sent, waiting } = opened();
    await outbox.belongsTo(151);
    line.refuse.set('new draft', late);
    await outbox.add(entry('new', 'draft', { body: { note: 'Bus' } }));
    await outbox.flush();
    const { seq } = outbox.now().entries[0]!;
    const correct = () => outbox.add(entry('new', 'draft', { body: { note: 'Tram' }, corrects: seq }));
    line.refuse.clear();
    line.up = false;
    await outbox.retry(seq);
    await expect(correct()).rejects.toThrow(NotRefused);
    line.up = true;
    await outbox.flush();
    await expect(correct()).rejects.toThrow(NotRefused);
    expect(sent.map(({ body }) => body)).toEqual([{ note: 'Bus' }]);
    expect(waiting()).toEqual([]);
    expect(outbox.now().unkept).toBe(false);
  });
  it('given photos that wait behind a refused start, when another is taken, then all of them wait', async () => {
    const { outbox, line, sent, waiting } = opened();
    line.up = false;
    await outbox.belongsTo(151);
    await outbox.add(entry('1', 'startTask', { once: ['startTask'] }));
    await outbox.add(entry('1', 'addVisitFile', { body: { n: 1 } }));
    await outbox.add(entry('1', 'addVisitFile', { body: { n: 2 } }));
    line.up = true;
    line.refuse.set('1 startTask', late);
    await outbox.flush();
    await outbox.add(entry('1', 'addVisitFile', { body: { n: 3 } }));
    await outbox.flush();
    expect(sent).toEqual([]);
    expect(waiting().filter((one) => one.startsWith('1 addVisitFile'))).toHaveLength(3);
  });
  it('given a command that may follow itself, when it is given again, then it takes the place of a refused one only', async () => {
    const { outbox, line, sent, waiting } = opened();
    const vitals = (pulse: number) =>
      entry('1', 'vitals', { body: { pulse }, once: ['vitals'], repeats: true });
    line.up = false;
    await outbox.belongsTo(151);
    await outbox.add(vitals(70));
    await outbox.add(vitals(72));
    expect(waiting()).toEqual(['1 vitals', '1 vitals']);
    line.up = true;
    await outbox.flush();
    line.refuse.set('1 vitals', late);
    await outbox.add(vitals(700));
    await outbox.flush();
    line.refuse.clear();
    await outbox.add(vitals(74));
    await outbox.flush();
    expect(sent.map(({ body }) => body)).toEqual([{ pulse: 70 }, { pulse: 72 }, { pulse: 74 }]);
    expect(waiting()).toEqual([]);
  });
  it('uploads a photo once, then sends its id', async () => {
    const { outbox, line, sent, uploads } = opened();
    await outbox.belongsTo(151);
    line.refuse.set('1 addVisitFile', late);
    await outbox.add(
      entry('1', 'addVisitFile', {
        body: { fileId: fileSlot(0) },
        files: [{ name: 'door.jpg', blob: new Blob(['x']), fileId: null }],
      }),
    );
    await outbox.flush();
    line.refuse.clear();
    await outbox.retry(1);
    expect(uploads).toEqual(['door.jpg']);
    expect(sent).toMatchObject([{ body: { fileId: 'id-of-door.jpg' } }]);
  });
  it('shows and sends only this person’s entries', async () => {
    const { outbox, waiting } = await typedOffline();
    await outbox.belongsTo(152);
    expect(waiting()).toEqual([]);
    await outbox.belongsTo(151);
    expect(waiting()).toHaveLength(3);
  });
  it('reports when the device cannot store an entry', async () => {
    const full: OutboxStore = {
      ...memoryStore(),
      add: () => Promise.reject(new Error('QuotaExceededError')),
    };
    const { outbox } = opened(full);
    await outbox.belongsTo(151);
    await expect(outbox.add(entry('1', 'startTask'))).rejects.toThrow('QuotaExceededError');
    expect(outbox.now().unkept).toBe(true);
  });
});
