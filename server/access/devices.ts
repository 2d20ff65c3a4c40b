import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { screens } from '#shared/access/screens.ts';
import type { Permission, Viewer } from '#shared/core/permission.ts';
import type { Clock } from '../core/parts.ts';
import type { AccessChange, MakeChange } from './access-log.ts';
import { hashOf, newCode, newSecret } from './secrets.ts';
import type { Change } from './sessions.ts';

export const devicePrefix = 'device-';
const pairingMs = 10 * 60_000;

export interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'wall' | 'client';
  readonly rights: readonly string[];
  readonly poos: readonly number[] | null;
  readonly pairedBy: number;
  readonly pairedAt: string;
  readonly seenAt: string | null;
}
export interface PairingWish {
  readonly name: string;
  readonly kind: 'wall' | 'client';
  readonly rights: readonly Permission[];
  readonly poos: readonly number[] | null;
  readonly madeBy: number;
}

interface Live {
  readonly row: DeviceRow;
  readonly viewer: Viewer;
  seenAt: number;
  dirty: boolean;
}

export interface Devices {
  /** Makes a code to type on the device, good once, for ten minutes. */
  pair(wish: PairingWish): Promise<{ code: string; expiresAt: string }>;
  /** `also` is committed with it. */
  claim(
    code: string,
    also: (change: AccessChange, device: { readonly id: string; readonly name: string }) => unknown,
  ): Promise<{ id: string; name: string; token: string } | null>;
  list(): Promise<DeviceRow[]>;
  revoke(change: AccessChange, id: string, by: number): Promise<boolean>;
  prove(token: string): Promise<Viewer | null>;
  current(sessionId: string): Viewer | null;
  touch(sessionId: string): void;
  sweep(): Promise<void>;
  flush(): Promise<void>;
}

/**
 * The permissions of a wall: view on queues, approvals and boards; a board's payload is free of personal
 * data.
 */
export const wallRights: readonly Permission[] = screens
  .filter(
    (screen) =>
      screen.guard === 'entity' &&
      (screen.group === 'Out Bound' ||
        screen.group === 'approvals' ||
        screen.group === 'HR' ||
        screen.path === '/dashboard'),
  )
  .map((screen): Permission => `${screen.group!}/${screen.entity!}:view`);

/**
 * Wall screens and API clients: one token each, limited to its permissions, without idle timeout, revoked by
 * an admin.
 */
export function openDevices(
  pool: Pool,
  clock: Clock,
  makeChange: MakeChange,
  notify: (change: Change) => void,
): Devices {
  const live = new Map<string, Live>();
  const byToken = new Map<string, string>();
  /**
   * Revoked on this node: a concurrent read of their rows may be older. There are few, and none is
   * reinstated.
   */
  const revoked = new Set<string>();
  const columns = 'id, name, kind, rights, poos, paired_by, paired_at, seen_at';
  const shape = (row: any): DeviceRow => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    rights: row.rights,
    poos: row.poos?.map(Number) ?? null,
    pairedBy: Number(row.paired_by),
    pairedAt: row.paired_at.toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
  });
  const viewerOf = (row: DeviceRow): Viewer => ({
    kind: 'device',
    empId: null,
    name: row.name,
    roleId: null,
    designationId: null,
    effectiveDesignationId: null,
    admin: false,
    poos: row.poos ?? 'all',
    territories: row.poos ? [] : 'all',
    languages: 'all',
    rights: new Set(row.rights),
    sessionId: `${devicePrefix}${row.id}`,
    permissionVersion: 1,
    language: 'en',
  });
  const forget = (id: string, reason: string): void => {
    revoked.add(id);
    if (!live.delete(id)) return;
    for (const [token, device] of byToken) if (device === id) byToken.delete(token);
    notify({ sessionId: `${devicePrefix}${id}`, what: 'revoked', reason });
  };
  const ofSession = (sessionId: string): Live | undefined =>
    sessionId.startsWith(devicePrefix) ? live.get(sessionId.slice(devicePrefix.length)) : undefined;

  return {
    async pair(wish) {
      const code = newCode();
      const expires = new Date(clock.now() + pairingMs);
      await pool.query(
        'insert into access_pairings (code_hash, name, kind, rights, poos, made_by, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
        [hashOf(code), wish.name, wish.kind, wish.rights, wish.poos, wish.madeBy, expires],
      );
      return { code, expiresAt: expires.toISOString() };
    },
    claim: (code, also) =>
      makeChange(async (change) => {
        const now = new Date(clock.now());
        const { rows } = await change.client.query(
          `update access_pairings set used_at = $2 where code_hash = $1 and kind <> 'first' and used_at is null and expires_at > $2 returning name, kind, rights, poos, made_by`,
          [hashOf(code.replace(/[\s-]/g, '').toUpperCase()), now],
        );
        const wish = rows[0];
        if (!wish) return null;
        const device = { id: randomUUID(), name: wish.name as string };
        const token = `dev_${newSecret()}`;
        await change.client.query(
          'insert into access_devices (id, name, kind, token_hash, rights, poos, paired_by, paired_at, seen_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)',
          [device.id, device.name, wish.kind, hashOf(token), wish.rights, wish.poos, wish.made_by, now],
        );
        await also(change, device);
        return { ...device, token };
      }),
    async list() {
      const { rows } = await pool.query(
        `select ${columns} from access_devices where revoked_at is null order by name`,
      );
      return rows.map(shape);
    },
    async revoke({ client, afterwards }, id, by) {
      const { rowCount } = await client.query(
        'update access_devices set revoked_at = $2, revoked_by = $3 where id = $1 and revoked_at is null',
        [id, new Date(clock.now()), by],
      );
      if (!rowCount) return false;
      await client.query('notify access');
      afterwards(() => forget(id, 'revoked'));
      return true;
    },
    async prove(token) {
      const hash = hashOf(token);
      const known = byToken.get(hash.toString('hex'));
      if (known) return live.get(known)?.viewer ?? null;
      const { rows } = await pool.query(
        `select ${columns} from access_devices where token_hash = $1 and revoked_at is null`,
        [hash],
      );
      if (!rows[0]) return null;
      const row = shape(rows[0]);
      if (revoked.has(row.id)) return null;
      const viewer = viewerOf(row);
      live.set(row.id, { row, viewer, seenAt: clock.now(), dirty: true });
      byToken.set(hash.toString('hex'), row.id);
      return viewer;
    },
    current: (sessionId) => ofSession(sessionId)?.viewer ?? null,
    touch(sessionId) {
      const device = ofSession(sessionId);
      if (device) Object.assign(device, { seenAt: clock.now(), dirty: true });
    },
    async sweep() {
      if (live.size === 0) return;
      const { rows } = await pool.query<{ id: string }>(
        'select id from access_devices where id = any($1) and revoked_at is not null',
        [[...live.keys()]],
      );
      for (const { id } of rows) forget(id, 'revoked');
    },
    async flush() {
      for (const device of live.values()) {
        if (!device.dirty) continue;
        device.dirty = false;
        await pool.query('update access_devices set seen_at = $2 where id = $1', [
          device.row.id,
          new Date(device.seenAt),
        ]);
      }
    },
  };
}
