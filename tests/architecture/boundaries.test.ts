import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { boundaries, breachLine, readBoundaries, unreached } from './boundaries.ts';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const listed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
const grounds = ['shared', 'server', 'web', 'tests'];

test('no file imports what its boundary forbids', async () => {
  const { breaches, files } = await readBoundaries(root, grounds);
  expect(breaches.map(breachLine)).toEqual([]);
  const written = globSync('{shared,server,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /dist|node_modules/.test(path),
  });
  expect(written.filter((file) => !files.has(file))).toEqual([]);
  expect(files.size).toBeGreaterThan(100);
});

test('every file is reached by an entry point or a test', async () => {
  expect(await unreached(root, grounds)).toEqual([]);
});

test('an unreached file is reported', async () => {
  const files = {
    'server/main.ts': "import '#shared/core/used.ts';\n",
    'shared/core/used.ts': 'export const used = 1;\n',
    'shared/core/lost.ts': 'export const lost = 1;\n',
  };
  expect(await inSmallTree(files, (folder) => unreached(folder, grounds))).toEqual(['shared/core/lost.ts']);
});

test('a boundary for values allows types', async () => {
  const { breaches } = await readPlanted({
    'server/relay/reads-a-type.ts': "import type { Pool } from 'pg';\nexport type Given = Pool;\n",
  });
  expect(breaches.map(breachLine)).toEqual([]);
});

/** One violation of each boundary: the offending file and its import. */
const planted: Record<string, readonly [file: string, imported: string]> = {
  'attacks-know-nothing-inside': ['tests/attacks/looks-inside.ts', '#server/store/log.ts'],
  'no-circles': ['shared/streams/round.ts', '#shared/streams/trip.ts'],
  'shared-stands-alone': ['shared/core/to-server.ts', '#server/store/log.ts'],
  'shared-without-node': ['shared/core/to-node.ts', 'node:fs'],
  'guests-of-shared': ['shared/core/to-guest.ts', 'pg'],
  'packages-are-listed': ['server/jobs/to-brought.ts', 'rolldown'],
  'server-knows-no-web': ['server/views/to-web.ts', '#web/parts/part.ts'],
  'web-knows-no-server': ['web/parts/to-server.ts', '#server/store/log.ts'],
  'nothing-reads-tests': ['server/views/to-tests.ts', '#tests/kit/kit.ts'],
  'core-is-lowest': ['shared/core/up.ts', '#shared/streams/trip.ts'],
  'streams-know-no-screens': ['shared/streams/up.ts', '#shared/queues/one.ts'],
  'families-know-no-members': ['shared/families/up.ts', '#shared/queues/one.ts'],
  'engines-know-no-members': ['server/families/up.ts', '#shared/queues/one.ts'],
  'screens-know-no-screens': ['shared/queues/two.ts', '#shared/queues/one.ts'],
  'store-is-lowest': ['server/store/up.ts', '#server/views/view.ts'],
  'views-below-relay': ['server/views/up.ts', '#server/relay/relay.ts'],
  'relay-below-app': ['server/relay/up.ts', '#server/jobs/job.ts'],
  'routes-import-no-routes': ['server/sources/aside.ts', '#server/jobs/job.ts'],
  'routes-below-app': ['server/jobs/up.ts', '#server/app.ts'],
  'parts-are-lowest': ['web/parts/up.ts', '#web/shell/frame.ts'],
  'screens-below-shell': ['web/families/up.ts', '#web/shell/frame.ts'],
  'machines-are-pure': ['shared/core/life.machine.ts', 'react'],
  'room-of-pg': ['server/relay/to-pg.ts', 'pg'],
  'room-of-bullmq': ['server/relay/to-bullmq.ts', 'bullmq'],
  'room-of-redis': ['server/views/to-redis.ts', 'redis'],
  'room-of-socket-io': ['server/views/to-socket.ts', 'socket.io'],
  'room-of-fastify-websocket': ['server/views/to-ws.ts', '@fastify/websocket'],
  'room-of-socket-io-client': ['web/parts/to-socket.ts', 'socket.io-client'],
  'room-of-ag-grid-community-react': ['web/families/to-grid.ts', 'ag-grid-community'],
  'room-of-ag-grid-community': ['web/families/to-locale.ts', '@ag-grid-community/locale'],
  'room-of-react-i18next': ['web/families/to-translations.ts', 'i18next'],
  'room-of-echarts': ['web/families/to-charts.ts', 'echarts'],
};

test('every boundary has a planted violation', () => {
  expect(Object.keys(planted).sort()).toEqual(boundaries.map(({ name }) => name).sort());
});

test('a planted violation of each boundary is reported', async () => {
  const files: Record<string, string> = {};
  for (const [file, imported] of Object.values(planted)) {
    if (imported.startsWith('#')) files[imported.slice(1)] = 'export const target = 1;\n';
    files[file] = `import * as other from '${imported}';\nexport const planted = other;\n`;
  }
  files['shared/streams/trip.ts'] =
    "import type { planted } from './round.ts';\nexport type Target = typeof planted;\nexport const target = 1;\n";
  const { breaches } = await readPlanted(files);
  const found = new Set(breaches.map(({ rule, from }) => `${rule.name} in ${from}`));
  const missed = Object.entries(planted).filter(([name, [file]]) => !found.has(`${name} in ${file}`));
  expect(missed.map(([name]) => name)).toEqual([]);
});

const readPlanted = (files: Readonly<Record<string, string>>) =>
  inSmallTree(files, (folder) => readBoundaries(folder, grounds));

/** A small project of its own, so that no violation is planted in this one. */
async function inSmallTree<T>(
  files: Readonly<Record<string, string>>,
  look: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  const imports = Object.fromEntries(grounds.map((ground) => [`#${ground}/*`, `./${ground}/*`]));
  try {
    for (const ground of grounds) mkdirSync(join(folder, ground));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...listed, type: 'module', imports }));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
