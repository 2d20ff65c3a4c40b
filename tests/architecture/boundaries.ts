import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  cruise,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IViolation,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser';
import type Swc from '@swc/core';

const members = 'masters|queues|approvals|documents|forms|reports|dashboards|feeds|searches|walls';
const routes = 'families|sources|services|jobs';
const tested = '\\.test\\.tsx?$';

/** A boundary covers types too, or values only: most types may be imported anywhere. */
interface Boundary extends IRegularForbiddenRuleType {
  readonly stops: 'types' | 'values';
}

const wall = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
  stops: Boundary['stops'] = 'types',
): Boundary => ({
  stops,
  name,
  comment,
  severity: 'error',
  from: { pathNot: tested, ...from },
  to,
});

/** A library is imported in one place only; everything else uses that place. */
const room = (library: string, rooms: string): Boundary =>
  wall(
    `room-of-${library.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`,
    `${library} lives in ${rooms.replace(/\|/g, ', ')}. Ask that room for what you need, or take only its types.`,
    { path: '^(shared|server|web)/', pathNot: [tested, `^(${rooms})`, '^web/vite\\.config\\.ts$'] },
    { path: `(^|node_modules/)${library}(/|$)` },
    'values',
  );

export const boundaries: readonly Boundary[] = [
  wall(
    'no-circles',
    'Two files that need each other are one, or a third is missing: move what both need below them.',
    {},
    { circular: true },
  ),
  wall(
    'shared-stands-alone',
    'shared runs anywhere: it knows neither server nor web. Say what is needed in shared, let the others bring it.',
    { path: '^shared/' },
    { path: '^(server|web|tests)/' },
  ),
  wall(
    'shared-without-node',
    'shared has no Node. Take the result as an argument; the server does the reading.',
    { path: '^shared/' },
    { dependencyTypes: ['core'] },
  ),
  wall(
    'guests-of-shared',
    'zod and xstate are the only guests of shared.',
    { path: '^shared/' },
    { path: 'node_modules/', pathNot: 'node_modules/(zod|xstate)/' },
  ),
  wall(
    'attacks-know-nothing-inside',
    'The black-box suite speaks HTTP, sockets and SQL as an attacker would. Write what it sends in the test itself.',
    { path: '^tests/attacks/', pathNot: '^$' },
    { path: '^(shared|server|web)/' },
  ),
  wall(
    'packages-are-listed',
    'This package is here only because another one brought it; it can go with it. Use one that package.json lists.',
    { path: '^(shared|server|web|tests)/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  wall(
    'server-knows-no-web',
    'server and web never meet; what both read stands in shared.',
    { path: '^server/' },
    { path: '^web/' },
  ),
  wall(
    'web-knows-no-server',
    'server and web never meet; what both read stands in shared.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  wall(
    'nothing-reads-tests',
    'tests read all, nothing reads tests.',
    { path: '^(shared|server|web)/' },
    { path: '^tests/' },
  ),

  wall(
    'core-is-lowest',
    'shared/core knows nobody above it.',
    { path: '^shared/core/' },
    { path: '^shared/(?!core/)' },
    'values',
  ),
  wall(
    'streams-know-no-screens',
    'A stream never imports a screen, a policy or a family: it says what happens, they follow.',
    { path: '^shared/streams/' },
    { path: `^shared/(policies|families|${members})/` },
    'values',
  ),
  wall(
    'families-know-no-members',
    'A family never asks which member it serves.',
    { path: '^shared/families/' },
    { path: `^shared/(policies|${members})/` },
    'values',
  ),
  wall(
    'engines-know-no-members',
    'The engine of a family reads its register, never a member: what one member needs is passed in from special.',
    { path: '^(server|web)/families/' },
    {
      path: `^(shared/(policies|${members})|server/special|web/special)/`,
      pathNot: '^shared/[a-z]+/(index|internal-lists)\\.ts$',
    },
    'values',
  ),
  wall(
    'screens-know-no-screens',
    'Screens never import screens: what two need belongs to core, a stream or the family; reports share their models.',
    {
      path: `^shared/(${members})/([^/]+?)(\\.ts|/)`,
      pathNot: ['/index\\.ts$', '^shared/(feeds|searches|walls)/', tested],
    },
    { path: `^shared/(${members})/`, pathNot: ['^shared/$1/$2(\\.|/|-)', '^shared/reports/models/'] },
    'values',
  ),

  wall(
    'store-is-lowest',
    'The store knows nobody above it: hand in what it needs.',
    { path: '^server/store/' },
    { path: '^server/(?!store/|config\\.ts|core/parts\\.ts)' },
    'values',
  ),
  wall(
    'views-below-relay',
    'views, access and outside are below the relay, the routes and the app.',
    { path: '^server/(views|access|outside)/' },
    { path: `^server/(relay|${routes}|http/commands|app|main|start)` },
    'values',
  ),
  wall(
    'relay-below-app',
    'The relay serves watchers; it defines no routes and builds no app.',
    { path: '^server/relay/' },
    { path: `^server/(${routes}|http/commands|app|main|start)` },
    'values',
  ),
  wall(
    'routes-import-no-routes',
    'Routes share handle, not each other.',
    { path: `^server/(${routes})/` },
    { path: `^server/(${routes})/`, pathNot: '^server/$1/' },
    'values',
  ),
  wall(
    'routes-below-app',
    'The app is built from the routes, not the other way round.',
    { path: `^server/(${routes}|http/commands)` },
    { path: '^server/(app|main|start)(/|\\.ts$)' },
    'values',
  ),

  wall(
    'parts-are-lowest',
    'live and parts know no screen and no shell: they fetch and show.',
    { path: '^web/(live|parts)/' },
    { path: '^web/(families|special|shell|main)' },
    'values',
  ),
  wall(
    'screens-below-shell',
    'A screen knows no shell; the shell hands in.',
    { path: '^web/(families|special)/' },
    { path: '^web/(shell|main)' },
    'values',
  ),
  wall(
    'machines-are-pure',
    'A machine imports no React and no socket; they are provided to it.',
    { path: '\\.machine\\.ts$' },
    { path: 'node_modules/(react|react-dom|@xstate/react|socket\\.io-client)/' },
  ),

  room('pg', 'server/store|server/views|server/jobs|server/operations|server/app'),
  room('bullmq', 'server/jobs'),
  room('redis', 'server/jobs|server/relay'),
  room('socket.io', 'server/relay'),
  room('@fastify/websocket', 'server/relay'),
  room('socket.io-client', 'web/live'),
  room('ag-grid-(community|react)', 'web/parts'),
  room('@ag-grid-community', 'web/parts'),
  room('(react-)?i18next[^/]*', 'web/locales'),
  room('echarts', 'web/parts'),
];

type BoundaryReport = Boundary['stops'];
let queries: BoundaryReport = 'types';

/**
 * The cruiser parses every file with swc as plain TypeScript and misses `import type`: components are parsed
 * as JSX, and the pass for values leaves types out.
 */
function teachReader(): void {
  const swc = createRequire(import.meta.url)('@swc/core') as typeof Swc;
  const parse = swc.parseFileSync.bind(swc);
  const known = new Map<string, Swc.Module>();
  const read = (file: string, options?: Swc.ParseOptions) => {
    const module =
      known.get(file) ??
      onlyImports(file, parse(file, { ...options, syntax: 'typescript', tsx: file.endsWith('x') }));
    known.set(file, module);
    return queries === 'types' ? module : { ...module, body: module.body.filter((item) => !onlyTypes(item)) };
  };
  swc.parseFileSync = read as typeof swc.parseFileSync;
}
/** What a file imports and passes on; whole where an import stands in an expression. It is all that a reading looks at, and little to keep. */
function onlyImports(file: string, module: Swc.Module): Swc.Module {
  if (/\b(import|require)\s*\(/.test(readFileSync(file, 'utf8'))) return module;
  return { ...module, body: module.body.filter(({ type }) => passing.has(type)) };
}
const passing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TsModuleDeclaration',
]);
teachReader();

function onlyTypes(item: Swc.ModuleItem): boolean {
  if (item.type !== 'ImportDeclaration') return item.type === 'ExportNamedDeclaration' && item.typeOnly;
  const named = item.specifiers.length > 0;
  return (
    item.typeOnly ||
    (named &&
      item.specifiers.every((specifier) => specifier.type === 'ImportSpecifier' && specifier.isTypeOnly))
  );
}

const entries =
  '^(server/(main|runtime/dev|operations/rebuild|scaffold/main|simulate/main|demo/fill-process)\\.ts|web/(main\\.tsx|sw\\.ts)|.*\\.worker\\.ts|tests/.*|.*\\.test\\.tsx?)$';

/** Files that `import.meta.glob` loads: the bundler sees them, the cruiser does not. */
function globbed(baseDir: string, grounds: readonly string[]): string[] {
  const found = new Set<string>();
  for (const ground of grounds) {
    for (const file of globSync(`${ground}/**/*.{ts,tsx}`, {
      cwd: baseDir,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    })) {
      for (const [, patterns] of readFileSync(join(baseDir, file), 'utf8').matchAll(
        /import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')/g,
      )) {
        for (const [, pattern] of patterns!.matchAll(/'([^'!][^']*)'/g))
          for (const one of globSync(join(dirname(file), pattern!), { cwd: baseDir })) found.add(one);
      }
    }
  }
  return [...found];
}

/**
 * Source files reached by neither an entry point nor a test, from the same graph that the boundaries are
 * checked on.
 */
export async function unreached(baseDir: string, grounds: readonly string[]): Promise<string[]> {
  const begins = new RegExp(
    [
      entries,
      ...globbed(baseDir, grounds).map((file) => `^${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
    ].join('|'),
  );
  const { modules } = await readOnce(baseDir, grounds, 'types');
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
  );
  const reached = new Set<string>();
  const waiting = [...imports.keys()].filter((source) => begins.test(source));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(imports.get(file) ?? []));
  }
  const counted = /^(shared|server|web)\/(?!.*(\.d\.ts|vite\.config\.ts|\.mjs|\.css)$)/;
  return [...imports.keys()].filter((source) => counted.test(source) && !reached.has(source));
}

/** Every violation below `baseDir` and every file that was read: once with types, once for values only. */
export async function readBoundaries(
  baseDir: string,
  grounds: readonly string[],
): Promise<{ breaches: IViolation[]; files: Set<string> }> {
  const all = await readOnce(baseDir, grounds, 'types');
  const values = await readOnce(baseDir, grounds, 'values');
  const files = new Set(all.modules.map((module) => module.source));
  return { breaches: [...all.summary.violations, ...values.summary.violations], files };
}

const reports = new Map<string, Promise<ICruiseResult>>();

/** Reads a tree once per kind of pass, however many tests need it. */
function readOnce(baseDir: string, grounds: readonly string[], what: BoundaryReport): Promise<ICruiseResult> {
  const key = `${what} ${baseDir}`;
  const known = reports.get(key);
  if (known) return known;
  queries = what;
  const forbidden = boundaries
    .filter(({ stops }) => stops === what)
    .map(({ stops: _stops, ...rule }) => rule);
  const made = cruiseWith(baseDir, grounds, forbidden);
  reports.set(key, made);
  return made;
}

async function cruiseWith(
  baseDir: string,
  grounds: readonly string[],
  forbidden: IForbiddenRuleType[],
): Promise<ICruiseResult> {
  const { output } = await cruise([...grounds], {
    baseDir,
    parser: 'swc',
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|web/public|data)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  });
  if (typeof output === 'string') throw new Error('The cruiser answered with text instead of a result.');
  return output;
}

/** One line per violation: importer, imported, reason and alternative. */
export function breachLine({ rule, from, to }: IViolation): string {
  return `${rule.name}: ${from} → ${to}. ${boundaries.find(({ name }) => name === rule.name)?.comment ?? ''}`;
}
