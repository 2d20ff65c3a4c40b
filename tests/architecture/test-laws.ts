import { childrenOf, everyNode, type Node } from './syntax.ts';

/** The laws of tests: each finds the sites in one file that break it. `tests/architecture/ratchet.json` counts those that stand today. */

export interface Site {
  readonly law: Law;
  readonly node: Node;
}

export const laws = {
  'reads-wait':
    'A read of the page answers for one instant. Read inside shown(() => …) or expect.poll(() => …), which ask again until it holds, in a function that only they are given, or in the line after settled(page).',
  'keys-by-kit':
    'A key that is pressed before it is usable is lost. Press it with press(page, key) or tick(box) of tests/kit/keys.ts.',
  'no-sleep':
    'A pause is too short on a slow machine and too long on a quick one. Wait for the fact: shown, settled, until, eventually, server.pass.',
  'no-own-timeout':
    'A limit says "hung" and comes from tests/kit/patience.ts, which knows how slow the machine is.',
  'pool-by-kit': 'A connection without a listener for its errors ends the process. Open it with the kit.',
  'exact-text':
    'A piece of text matches in two places for a moment. Say { exact: true }, or look below a locator.',
} as const;
export type Law = keyof typeof laws;

const reads = new Set([
  'count',
  'allInnerTexts',
  'allTextContents',
  'innerText',
  'textContent',
  'inputValue',
  'evaluateAll',
  'isVisible',
  'isChecked',
  'isEnabled',
  'getAttribute',
]);
/** What asks again what it is given, and what runs in the page itself. */
const waiting = new Set([
  'shown',
  'poll',
  'pressUntil',
  'until',
  'eventually',
  'waitFor',
  'waitUntil',
  'waitForFunction',
  'evaluate',
  'evaluateAll',
]);
const tests = new Set(['test', 'it', 'describe', 'beforeAll', 'afterAll', 'beforeEach', 'afterEach']);
const kinds = new Set(['each', 'for', 'concurrent', 'sequential']);
const limits = new Set(['timeout', 'testTimeout', 'hookTimeout', 'navigationTimeout']);
const limiting = new Set(['setDefaultTimeout', 'setDefaultNavigationTimeout']);
const pools = new Set(['Pool', 'Client']);

type Any = Node & Record<string, any>;

const wrappings = new Set([
  'ParenthesizedExpression',
  'ChainExpression',
  'TSNonNullExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
]);
const bare = (node: Any | undefined): Any | undefined =>
  node && wrappings.has(node.type) ? bare(node['expression']) : node;
const isFunction = (node: Any | undefined): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** The last name of what is called or made: `click` of `page.locator('a').click`. */
function nameOf(wrapped: Any | undefined): string {
  const node = bare(wrapped);
  return node?.type === 'Identifier'
    ? node['name']
    : node?.type === 'MemberExpression' && !node['computed']
      ? node['property'].name
      : '';
}

/** The first name of a chain: `page` of `page.locator('a').click`. */
function rootOf(wrapped: Any | undefined): string {
  const node = bare(wrapped);
  return node?.type === 'Identifier' ? node['name'] : node ? rootOf(node['object'] ?? node['callee']) : '';
}

function isTest(wrapped: Any | undefined): boolean {
  const node = bare(wrapped);
  if (node?.type === 'Identifier') return tests.has(node['name']);
  if (node?.type === 'MemberExpression') return isTest(node['object']) && kinds.has(nameOf(node));
  return (
    (node?.type === 'CallExpression' && isTest(node['callee'])) ||
    (node?.type === 'TaggedTemplateExpression' && isTest(node['tag']))
  );
}

const holds = (node: Node, what: (one: Any) => boolean): boolean =>
  what(node as Any) || childrenOf(node).some((child) => holds(child, what));

/** What the names of a file stand for, wherever in it they are declared. */
interface Names {
  readonly numbers: ReadonlySet<string>;
  readonly pages: ReadonlySet<string>;
  /** The pause of `node:timers/promises`, and what holds it. */
  readonly pauses: ReadonlySet<string>;
  readonly timers: ReadonlySet<string>;
  readonly pools: ReadonlySet<string>;
}

function isNumber(wrapped: Any | undefined, numbers: ReadonlySet<string>): boolean {
  const node = bare(wrapped);
  if (node?.type === 'Literal') return typeof node['value'] === 'number';
  if (node?.type === 'Identifier') return numbers.has(node['name']);
  if (node?.type === 'BinaryExpression')
    return isNumber(node['left'], numbers) && isNumber(node['right'], numbers);
  return node?.type === 'UnaryExpression' && isNumber(node['argument'], numbers);
}

function namesOf(program: Node): Names {
  const numbers = new Set<string>();
  const names = {
    numbers,
    pages: new Set(['page']),
    pauses: new Set<string>(),
    timers: new Set<string>(),
    pools: new Set(pools),
  };
  for (const node of everyNode(program) as Iterable<Any>) {
    if (
      node.type === 'Identifier' &&
      nameOf((node as Any)['typeAnnotation']?.typeAnnotation.typeName) === 'Page'
    )
      names.pages.add(node['name']);
    if (node.type === 'VariableDeclaration' && node['kind'] === 'const')
      for (const { id, init } of node['declarations'] as Any[]) {
        if (id.type === 'Identifier' && isNumber(init, numbers)) numbers.add(id.name);
        const made = bare(init?.type === 'AwaitExpression' ? init.argument : init);
        const isPage =
          made?.type === 'CallExpression'
            ? nameOf(made['callee']) === 'newPage'
            : made?.type === 'MemberExpression' && nameOf(made) === 'page';
        if (id.type === 'Identifier' && isPage) names.pages.add(id.name);
      }
    if (node.type === 'ObjectPattern')
      for (const one of node['properties'] as Any[])
        if (one.type === 'Property' && nameOf(one['key']) === 'page' && one['value'].type === 'Identifier')
          names.pages.add(one['value'].name);
    if (node.type === 'ImportDeclaration')
      for (const { type, imported, local } of node['specifiers'] as Any[]) {
        const name = type === 'ImportSpecifier' ? nameOf(imported) : '';
        if (/^(node:)?timers\/promises$/.test(node['source'].value)) {
          if (name === 'setTimeout') names.pauses.add(local.name);
          else if (name === '' || name === 'scheduler') names.timers.add(local.name);
        }
        if (node['source'].value === 'pg' && pools.has(name)) names.pools.add(local.name);
      }
  }
  return names;
}

/** A promise that a timer fulfils; one that a timer rejects is a limit. */
function isPause(node: Any): boolean {
  const executor = bare(node['arguments'][0]);
  if (nameOf(node['callee']) !== 'Promise' || !isFunction(executor)) return false;
  const done = nameOf(executor!['params'][0]);
  const fulfils = (one: Any | undefined): boolean =>
    one !== undefined && holds(one, (below) => below.type === 'Identifier' && below['name'] === done);
  return (
    done !== '' &&
    holds(
      executor!,
      (one) =>
        one.type === 'CallExpression' &&
        nameOf(one['callee']) === 'setTimeout' &&
        fulfils(one['arguments'][0]),
    )
  );
}

function isExact(options: Any | undefined): boolean {
  return (
    options?.type === 'ObjectExpression' &&
    options['properties'].some((one: Any) => nameOf(one['key']) === 'exact' && one['value'].value === true)
  );
}

/** The laws that a call or a `new` breaks by itself; whether a read waits, only its surroundings say. */
function brokenBy(node: Any, file: string, names: Names): Law[] {
  const found: Law[] = [];
  const callee = bare(node['callee'])!;
  const args = node['arguments'] as Any[];
  const name = nameOf(callee);
  if (node.type === 'NewExpression') {
    if (callee.type === 'Identifier' ? names.pools.has(name) : pools.has(name)) found.push('pool-by-kit');
    if (isPause(node)) found.push('no-sleep');
    return found;
  }
  const isMember = callee.type === 'MemberExpression';
  const onPage = isMember && names.pages.has(nameOf(callee['object']));
  if (file.startsWith('tests/')) {
    if (isMember && name === 'press') found.push('keys-by-kit');
    const text = bare(args[0]);
    const isText =
      text?.type === 'TemplateLiteral' || (text?.type === 'Literal' && typeof text['value'] === 'string');
    if (onPage && name === 'getByText' && isText && !isExact(args[1])) found.push('exact-text');
  }
  const isTimer = isMember && names.timers.has(rootOf(callee)) && (name === 'setTimeout' || name === 'wait');
  if (isTimer || (isMember ? name === 'waitForTimeout' : names.pauses.has(name))) found.push('no-sleep');
  const limited = isTest(callee) || (isMember && rootOf(callee) === 'vi' && waiting.has(name));
  if (
    (limited && args.length > 1 && isNumber(args.at(-1), names.numbers)) ||
    (limiting.has(name) && isNumber(args[0], names.numbers))
  )
    found.push('no-own-timeout');
  return found;
}

/** Where a read or a name stands: in what is asked again, and in which functions of the file that have a name. */
interface Place {
  readonly waits: boolean;
  readonly within: readonly string[];
}

/** The functions of a file that are called, and handed on, only where they are asked again: what they read may be read at once. */
function askedAgain(
  functions: ReadonlySet<string>,
  uses: ReadonlyMap<string, readonly Place[]>,
): ReadonlySet<string> {
  const good = new Set([...functions].filter((name) => uses.has(name)));
  const fine = ({ waits, within }: Place) => waits || within.some((name) => good.has(name));
  for (let before = -1; before !== good.size;) {
    before = good.size;
    for (const name of good) if (!uses.get(name)!.every(fine)) good.delete(name);
  }
  return good;
}

function isSettled(statement: Any | undefined): boolean {
  const awaited =
    statement?.type === 'ExpressionStatement' ? (bare(statement['expression']) as Any) : undefined;
  return (
    awaited?.type === 'AwaitExpression' && nameOf((bare(awaited['argument']) as Any)['callee']) === 'settled'
  );
}
const simple = new Set(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement']);

/** The children of a node with the place of each. */
function placed(node: Any, place: Place): (readonly [Any, Place])[] {
  const asked = node.type === 'CallExpression' && waiting.has(nameOf(node['callee']));
  const body = Array.isArray(node['body']) ? (node['body'] as Any[]) : [];
  return (childrenOf(node) as Any[]).map((child) => {
    const inArguments =
      asked &&
      (node['arguments'] as Any[]).includes(child) &&
      (isFunction(bare(child)) || child.type === 'Identifier');
    const afterSettled =
      simple.has(child.type) && body.includes(child) && isSettled(body[body.indexOf(child) - 1]);
    return [child, inArguments || afterSettled ? { ...place, waits: true } : place];
  });
}

/** The name of a function that a node declares. */
function declared(node: Any): string {
  const isNamed =
    node.type === 'FunctionDeclaration' ||
    (node.type === 'VariableDeclarator' && isFunction(bare(node['init'] as Any)));
  return isNamed ? nameOf(node['id'] as Any) : '';
}

/** Whether an identifier below `parent` is a name in use, and not a key, a declaration or an import. */
function isUse(node: Any, parent: Any): boolean {
  if (node.type !== 'Identifier' || parent.type.startsWith('Import')) return false;
  if (parent['id'] === node) return false;
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'];
  return parent.type !== 'Property' || parent['value'] === node || parent['computed'];
}

/** Every site of a file that breaks a law, in the order of the text. */
export function sitesOf(file: string, program: Node): Site[] {
  const names = namesOf(program);
  const readsCount = file.startsWith('tests/journeys/');
  const functions = new Set<string>();
  const uses = new Map<string, Place[]>();
  const sites: (Site & { readonly place: Place })[] = [];
  const walk = (node: Any, place: Place): void => {
    const add = (law: Law) => sites.push({ law, node, place });
    if (node.type === 'CallExpression' || node.type === 'NewExpression')
      for (const law of brokenBy(node, file, names)) add(law);
    if (node.type === 'CallExpression' && readsCount) {
      const callee = bare(node['callee'])!;
      const name = callee.type === 'MemberExpression' ? nameOf(callee) : '';
      if (reads.has(name) || (name === 'url' && names.pages.has(nameOf(callee['object'])))) add('reads-wait');
    }
    if (node.type === 'Property' && limits.has(nameOf(node['key'])) && isNumber(node['value'], names.numbers))
      add('no-own-timeout');
    const name = declared(node);
    if (name !== '') functions.add(name);
    for (const [child, at] of placed(
      node,
      name === '' ? place : { ...place, within: [...place.within, name] },
    )) {
      if (isUse(child, node)) {
        const known = uses.get(child['name']);
        if (known) known.push(at);
        else uses.set(child['name'], [at]);
      }
      walk(child, at);
    }
  };
  walk(program as Any, { waits: false, within: [] });
  const again = askedAgain(functions, uses);
  return sites.filter(
    ({ law, place }) =>
      law !== 'reads-wait' || !(place.waits || place.within.some((name) => again.has(name))),
  );
}

/** How many sites stand in each file, by law. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function countsOf(
  files: readonly { readonly file: string; readonly sites: readonly Site[] }[],
): Counts {
  return Object.fromEntries(
    Object.keys(laws).map((law) => [
      law,
      Object.fromEntries(
        files
          .map(({ file, sites }) => [file, sites.filter((one) => one.law === law).length] as const)
          .filter(([, n]) => n > 0),
      ),
    ]),
  );
}

/** What stands in a file beyond its number, and what is fewer than its number says. */
export function compared(ratchet: Counts, counts: Counts): { more: string[]; fewer: string[] } {
  const each = (a: Counts, b: Counts) =>
    Object.entries(a).flatMap(([law, files]) =>
      Object.entries(files).flatMap(([file, n]) =>
        n > (b[law]?.[file] ?? 0) ? [`${law}: ${file}: ${n} instead of ${b[law]?.[file] ?? 0}`] : [],
      ),
    );
  return {
    more: each(counts, ratchet),
    fewer: each(ratchet, counts).map((line) => line.replace(/(\d+) instead of (\d+)$/, '$2 instead of $1')),
  };
}

/** The ratchet with the smaller of both numbers everywhere: it never takes a new site in. */
export function shrunk(ratchet: Counts, counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(ratchet).map(([law, files]) => [
      law,
      Object.fromEntries(
        Object.entries(files)
          .map(([file, n]) => [file, Math.min(n, counts[law]?.[file] ?? 0)] as const)
          .filter(([, n]) => n > 0),
      ),
    ]),
  );
}
