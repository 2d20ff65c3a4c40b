import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';

let test: TestServer;
let who: Person;
beforeAll(async () => {
  test = await openTestServer();
  who = await test.signIn('verifier');
});
afterAll(() => test?.close());

interface Reported {
  readonly frames: { readonly name: string; readonly version?: number }[];
}

/**
 * Joins with the rights that the console knows, and waits until the connection has answered a request of
 * ours.
 */
async function join(rights: unknown): Promise<Reported> {
  const socket = io(test.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { cookie: who.cookie },
    auth: { authtoken: who.token, ...(rights === undefined ? {} : { rights }) },
  });
  const frames: { name: string; version?: number }[] = [];
  socket.onAny(
    (name: string, data: { version?: number }) =>
      void frames.push({ name, ...(typeof data?.version === 'number' ? { version: data.version } : {}) }),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  // Frames of one connection arrive in sequence: everything sent at the greeting precedes this answer.
  await socket.timeout(hung.wait).emitWithAck('heartbeat', { items: [] });
  socket.close();
  return { frames };
}
const emitted = ({ frames }: Reported): readonly (number | undefined)[] =>
  frames.filter((frame) => frame.name === 'permissions:changed').map((frame) => frame.version);
const versionNow = async (): Promise<number> =>
  (await who.get('/access/me')).body.permissionVersion as number;

describe('rights that changed between the request and the connection', () => {
  it('are sent right after the greeting to a console that still has the old ones', async () => {
    const now = await versionNow();
    const line = await join(now - 1);
    expect(line.frames.map((frame) => frame.name).slice(0, 2)).toEqual(['hello', 'permissions:changed']);
    expect(emitted(line)).toEqual([now]);
  });

  it('are not sent to one that has them', async () => {
    expect(emitted(await join(await versionNow()))).toEqual([]);
  });

  it('are sent to one that does not name its version', async () => {
    expect(emitted(await join(undefined))).toEqual([await versionNow()]);
  });

  it('include a change made while the console was connecting', async () => {
    const before = await versionNow();
    const admin = await test.signIn('admin');
    const { roleId } = test.server.access.directory.employee(who.empId)!;
    const version = (await test.server.log.readStream(`employee-${who.empId}`)).length;
    const changed = await admin.command(
      `employee-${who.empId}`,
      'assignRole',
      { roleId: roleId === 2 ? 3 : 2 },
      { version },
    );
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const [version1] = emitted(await join(before));
    expect(version1).toBeGreaterThan(before);
    expect(version1).toBe(await versionNow());
    expect(emitted(await join(version1))).toEqual([]);
  });
});
