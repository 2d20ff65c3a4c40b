import { join } from 'node:path';
import { createServer } from 'vite';
import type * as Routes from '#web/shell/open-routes.ts';

/** `npm run routes`: how many routes of the specification have a screen, as the console's own router answers, and which have none; `-- --json` for programs. */
const root = join(import.meta.dirname, '..', 'web');
const vite = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  // It only loads modules: no port, and nothing watched.
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
});
try {
  const { openRoutes } = (await vite.ssrLoadModule('/shell/open-routes.ts')) as typeof Routes;
  const { open, missing } = openRoutes();
  if (process.argv.includes('--json'))
    console.log(
      JSON.stringify({ open: open.map(({ path }) => path), missing: missing.map(({ path }) => path) }),
    );
  else {
    console.log(`${open.length} of ${open.length + missing.length} routes have a screen`);
    for (const [area, screens] of Map.groupBy(missing, (screen) => screen.area)) {
      console.log(`\n${area}: ${screens.length} missing`);
      for (const { path } of screens) console.log(`  ${path}`);
    }
  }
} finally {
  await vite.close();
}
// The console's modules have timers of their own, which nothing here will ever need.
process.exit();
