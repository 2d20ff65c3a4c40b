import { mkdirSync } from 'node:fs';
import { serverUrl, templateDatabase } from './database.ts';
import { storeMadeOnce } from './filled-store.ts';
import { demoTemplate } from './server.ts';
import { startServer } from './process-server.ts';

/** Makes one thing that a whole run copies: the store that a first start leaves behind, or a template of the demo organisation. Started through the run's socket. */
const [name = ''] = process.argv.slice(2);
if (name === 'filled_store') {
  const folder = storeMadeOnce();
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const server = await startServer({ DATA_DIR: folder });
  await server.kill('SIGTERM');
} else await templateDatabase(await serverUrl(), demoTemplate(name));
