import { childrenOf, type Node } from './syntax.ts';

/** The laws of tests: each finds the sites in one file that break it. `tests/house/ratchet.json` counts those that stand today. */

export interface Site {
  readonly law: Law;
  readonly node: Node;
}

export const laws = {
  'reads-wait': 'A read of the page answers for one instant. Read inside shown(() => …) or expect.poll(() => …), which ask again until it holds.',
  'keys-by-kit': 'A key that is pressed before it is usable is lost. Press it with press(page, key) or tick(box) of tests/kit/keys.ts.',
  'no-sleep': 'A pause is too short on a slow machine and too long on a quick one. Wait for the fact: shown, settled, until, eventually, house.pass.',
  'no-own-timeout': 'A limit says "hung" and comes from tests/kit/patience.ts, which knows how slow the machine is.',
  'pool-by-kit': 'A connection without a listener for its errors ends the process. Open it with the kit.',
  'exact-text': 'A piece of text matches in two places for a moment. Say { exact: true }, or look below a locator.',
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
const waiting = new Set(['shown', 'absent', 'poll', 'until', 'eventually', 'waitForFunction', 'evaluate', 'evaluateAll', 'waitUntil']);
const tests = new Set(['test', 'it', 'beforeAll', 'afterAll', 'beforeEach', 'afterEach']);
const pools = new Set(['Pool', 'Client']);

type Any = Node & Record<string, any>;

/** The last name of what is called or made: `click` of `page.locator('a').click`. */
const nameOf = (node: Any | undefined): string =>
  node?.type === 'Identifier' ? node['name'] : node?.type === 'MemberExpression' && !node['computed'] ? node['property'].name : '';

const isNumber = (node: Any | undefined): boolean =>
  (node?.type === 'Literal' && typeof node['value'] === 'number') ||
  (node?.type === 'BinaryExpression' && isNumber(node['left']) && isNumber(node['right'])) ||
  (node?.type === 'UnaryExpression' && isNumber(node['argument']));

const holds = (node: Node, what: (one: Any) => boolean): boolean => what(node as Any) || childrenOf(node).some((child) => holds(child, what));

function isExact(options: Any | undefined): boolean {
  return options?.type === 'ObjectExpression' && options['properties'].some((one: Any) => nameOf(one['key']) === 'exact');
}

/** The names under which a file calls the pause of `node:timers/promises`. */
function pausesOf(program: Node): Set<string> {
  const found = new Set<string>();
  for (const node of childrenOf(program) as Any[])
    if (node.type === 'ImportDeclaration' && node['source'].value === 'node:timers/promises')
      for (const one of node['specifiers'] as Any[]) if (nameOf(one['imported']) === 'setTimeout') found.add(one['local'].name);
  return found;
}

function lawsOfCall(node: Any, inJourney: boolean, waits: boolean, pauses: ReadonlySet<string>): Law[] {
  const callee = node['callee'] as Any;
  const args = node['arguments'] as Any[];
  const name = nameOf(callee);
  const isMember = callee.type === 'MemberExpression';
  const found: Law[] = [];
  if (inJourney && isMember && !waits && (reads.has(name) || (name === 'url' && nameOf(callee['object']) === 'page'))) found.push('reads-wait');
  if (inJourney && isMember && name === 'press') found.push('keys-by-kit');
  if (
    inJourney &&
    isMember &&
    name === 'getByText' &&
    nameOf(callee['object']) === 'page' &&
    args[0]?.['regex'] === undefined &&
    ['Literal', 'TemplateLiteral'].includes(args[0]?.type ?? '') &&
    !isExact(args[1])
  )
    found.push('exact-text');
  if ((isMember && name === 'waitForTimeout') || (!isMember && pauses.has(name))) found.push('no-sleep');
  const limit = args.at(-1);
  if (tests.has(name) && args.length > 1 && isNumber(limit)) found.push('no-own-timeout');
  return found;
}

/** Every site of a file that breaks a law, in the order of the text. */
export function sitesOf(file: string, program: Node): Site[] {
  const inJourney = file.startsWith('tests/journeys/');
  const pauses = pausesOf(program);
  const sites: Site[] = [];
  const walk = (node: Any, waits: boolean): void => {
    const found: Law[] = [];
    if (node.type === 'CallExpression') found.push(...lawsOfCall(node, inJourney, waits, pauses));
    if (node.type === 'NewExpression') {
      if (pools.has(nameOf(node['callee']))) found.push('pool-by-kit');
      if (
        nameOf(node['callee']) === 'Promise' &&
        holds(node, (one) => one.type === 'CallExpression' && one['callee'].type === 'Identifier' && nameOf(one['callee']) === 'setTimeout')
      )
        found.push('no-sleep');
    }
    if (node.type === 'Property' && nameOf(node['key']) === 'timeout' && isNumber(node['value'])) found.push('no-own-timeout');
    sites.push(...found.map((law) => ({ law, node })));
    const below = waits || (node.type === 'CallExpression' && waiting.has(nameOf(node['callee'])));
    for (const child of childrenOf(node) as Any[]) walk(child, below);
  };
  walk(program as Any, false);
  return sites;
}

/** How many sites stand in each file, by law. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function countsOf(files: readonly { readonly file: string; readonly sites: readonly Site[] }[]): Counts {
  return Object.fromEntries(
    Object.keys(laws).map((law) => [
      law,
      Object.fromEntries(files.map(({ file, sites }) => [file, sites.filter((one) => one.law === law).length] as const).filter(([, n]) => n > 0)),
    ]),
  );
}

/** What stands in a file beyond its number, and what is fewer than its number says. */
export function compared(ratchet: Counts, counts: Counts): { more: string[]; fewer: string[] } {
  const each = (a: Counts, b: Counts) =>
    Object.entries(a).flatMap(([law, files]) =>
      Object.entries(files).flatMap(([file, n]) => (n > (b[law]?.[file] ?? 0) ? [`${law}: ${file}: ${n} instead of ${b[law]?.[file] ?? 0}`] : [])),
    );
  return { more: each(counts, ratchet), fewer: each(ratchet, counts).map((line) => line.replace(/(\d+) instead of (\d+)$/, '$2 instead of $1')) };
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
