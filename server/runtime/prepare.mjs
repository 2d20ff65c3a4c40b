// Plain JavaScript for whatever Node the machine has (20 or later): installs what is missing, builds what is
// stale. The rest of an npm script then runs on the project's own Node, which npm finds first.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const stamp = join(root, 'web', 'dist', '.built-from');

function stop(line) {
  console.error(line);
  process.exit(1);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Compares npm's record of the installation with the lock file; packages for other platforms may be absent.
 */
function whyInstall() {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  if (!installed) return 'the packages are not installed yet';
  const locked = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '') continue;
    const found = installed[path];
    if (found ? found.version !== entry.version : !entry.optional && !entry.devOptional)
      return `${path} is not the locked version`;
    if (found && !existsSync(join(root, path))) return `${path} is gone`;
  }
  const extra = Object.keys(installed).find((path) => !locked[path]);
  return extra && `${extra} is not in the lock`;
}

/** npm runs on the machine's Node: it is about to replace the folder that holds ours. */
function install() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(modules));
  const env = { ...process.env, PATH: path.join(delimiter) };
  if (!mayWriteHome()) env.npm_config_cache = join(tmpdir(), `npm-cache-${process.getuid?.() ?? 'user'}`);
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0)
    stop('The packages could not be installed: npm ci failed, its own words stand above.');
}

function mayWriteHome() {
  try {
    accessSync(process.env.npm_config_cache ?? homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Node runs `.ts` files from 22.18 on; where npm has no Node for this platform, the machine's must do. */
function checkNode() {
  const runtime = existsSync(ownNode) ? ownNode : process.execPath;
  const version = spawnSync(runtime, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return runtime;
  return stop(
    `This project needs Node 22.18 or later and found ${version || 'none that runs'}. Install without --omit=optional, or bring a newer Node.`,
  );
}

/** A hash over names and contents: a checkout changes times, not contents. */
function sourcesHash() {
  const hash = createHash('sha256');
  const skipped = new Set(['dist', 'node_modules']);
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) walk(path);
      } else if (!/\.test\.tsx?$/.test(entry.name)) {
        hash
          .update(path)
          .update('\0')
          .update(readFileSync(join(root, path)));
      }
    }
  };
  for (const folder of ['web', 'shared']) walk(folder);
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

function buildWeb(runtime) {
  const wanted = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the console …');
  rmSync(stamp, { force: true });
  const done = spawnSync(runtime, [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  });
  if (done.status !== 0) stop('The console could not be built: Vite says why above.');
  mkdirSync(join(root, 'web', 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
}

if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Node 20 or later is needed to start; this is ${process.version}.`);
const reason = whyInstall();
if (reason) {
  console.log(`Installing the locked packages (${reason}) …`);
  install();
}
const runtime = checkNode();
if (process.argv.includes('--web')) buildWeb(runtime);
