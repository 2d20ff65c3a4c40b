import { openDatabase } from '#server/store/embedded/open-database.ts';

/**
 * A process of its own that opens the embedded store in the given folder, prints `open <pid>` and holds the
 * store until it is ended.
 */
const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error('Name the data directory.');
try {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  // Printed last, because the reader may end this process at once.
  console.log(`open ${database.url}`);
} catch (error) {
  console.log(`refused ${(error as Error).message}`);
  process.exitCode = 1;
}
