import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { hung } from '#tests/kit/patience.ts';

let test: TestHouse;
let who: Person;
beforeAll(async () => {
  test = await openTestHouse();
  who = await test.signIn('verifier');
});
afterAll(() => test?.close());

interface Told {
  readonly frames: { readonly name: string; readonly version?: number }[];
}

/** Joins with what the console believes its rights to be, and waits until the line has answered a question of ours. */
async function join(rights: unknown): Promise<Told> {
  const socket = io(test.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { cookie: who.cookie },
    auth: { authtoken: who.token, ...(rights === undefined ? {} : { rights }) },
  });
  const frames: { name: string; version?: number }[] = [];
  socket.onAny(
    (name: string, data: { version?: number }) => void frames.push({ name, ...(typeof data?.version === 'number' ? { version: data.version } : {}) }),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  // Frames of one line arrive in order: what was to be told at the greeting stands before this answer.
  await socket.timeout(hung.wait).emitWithAck('heartbeat', { items: [] });
  socket.close();
  return { frames };
}
const told = ({ frames }: Told): readonly (number | undefined)[] =>
  frames.filter((frame) => frame.name === 'permissions:changed').map((frame) => frame.version);
const versionNow = async (): Promise<number> => (await who.get('/access/me')).body.permissionVersion as number;

describe('rights that changed between the question and the line', () => {
  it('are told right after the greeting to a console that still believes the old ones', async () => {
    const now = await versionNow();
    const line = await join(now - 1);
    expect(line.frames.map((frame) => frame.name).slice(0, 2)).toEqual(['hello', 'permissions:changed']);
    expect(told(line)).toEqual([now]);
  });

  it('are not told to one that knows them', async () => {
    expect(told(await join(await versionNow()))).toEqual([]);
  });

  it('are told to one that says nothing of what it knows', async () => {
    expect(told(await join(undefined))).toEqual([await versionNow()]);
  });

  it('come with a change made while the console was on its way', async () => {
    const before = await versionNow();
    const admin = await test.signIn('admin');
    const { roleId } = test.house.access.directory.employee(who.empId)!;
    const version = (await test.house.log.readStream(`employee-${who.empId}`)).length;
    const changed = await admin.order(`employee-${who.empId}`, 'assignRole', { roleId: roleId === 2 ? 3 : 2 }, { version });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const [version1] = told(await join(before));
    expect(version1).toBeGreaterThan(before);
    expect(version1).toBe(await versionNow());
    expect(told(await join(version1))).toEqual([]);
  });
});
