/** The project's own lint rules. Each message gives the reason and the alternative. */

type Node = { readonly type: string; readonly parent?: Node; readonly [key: string]: any };
type Context = {
  readonly sourceCode: { getText(node: Node): string };
  report(problem: { node: Node; message: string }): void;
};

const rule = (check: (context: Context) => Record<string, (node: Node) => void>) => ({ create: check });

const member = (node: Node | undefined): string =>
  node?.type === 'MemberExpression' && !node.computed && node.object?.type === 'Identifier'
    ? `${node.object.name}.${node.property.name}`
    : '';

const clocks = new Set([
  'Date.now',
  'performance.now',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'globalThis.crypto',
]);

const noClockOrDice = rule((context) => ({
  MemberExpression(node) {
    if (!clocks.has(member(node))) return;
    context.report({
      node,
      message: `${member(node)} in shared: what runs here must give the same answer again. Take the time, an id or a chance from ctx; the server puts it in.`,
    });
  },
  NewExpression(node) {
    if (node.callee.name !== 'Date' || node.arguments.length > 0) return;
    context.report({
      node,
      message: 'new Date() in shared reads a clock. Take the time from ctx and write new Date(ctx.now).',
    });
  },
}));

const oneReaderOfEnvironment = rule((context) => ({
  MemberExpression(node) {
    if (member(node) !== 'process.env') return;
    context.report({
      node,
      message:
        'process.env is read in server/config.ts alone, so that a bad value stops the start with one clear line. Add a field to Config and take that.',
    });
  },
}));

const namedExports = rule((context) => ({
  ExportDefaultDeclaration(node) {
    context.report({
      node,
      message: 'A default export has as many names as readers. Export it by its name.',
    });
  },
}));

const noBarrels = rule((context) => {
  const report = (node: Node) => {
    if (!/^[.#]/.test(node.source?.value ?? '')) return;
    context.report({
      node,
      message:
        'Passing on exports hides where a thing lives and makes circles. Import it from its own file; only the registers (shared/<family>/index.ts) list.',
    });
  };
  return { ExportAllDeclaration: report, ExportNamedDeclaration: report };
});

const isNothing = (node: Node | undefined): boolean =>
  node?.type === 'BlockStatement'
    ? node.body.length === 0
    : node?.type === 'Identifier'
      ? node.name === 'undefined'
      : node?.type === 'Literal' && node.value === null;

const noSilentCatch = rule((context) => ({
  CatchClause(node) {
    if (!isNothing(node.body) || /\/[/*]/.test(context.sourceCode.getText(node.body))) return;
    context.report({
      node,
      message:
        'This swallows every error, also the ones nobody thought of. Ask for the one you expect and throw the rest, log it, or write here in a comment why nothing is lost.',
    });
  },
  CallExpression(node) {
    const [handler] = node.arguments;
    if (
      node.callee.property?.name !== 'catch' ||
      handler?.type !== 'ArrowFunctionExpression' ||
      !isNothing(handler.body)
    )
      return;
    context.report({
      node,
      message:
        'This swallows every error, also the ones nobody thought of. Ask for the one you expect and throw the rest, or log it.',
    });
  },
}));

const textsByBuilder = rule((context) => ({
  MemberExpression(node) {
    if (member(node) !== 'z.string' && member(node) !== 'z.unknown') return;
    context.report({
      node,
      message:
        member(node) === 'z.unknown'
          ? 'A bare z.unknown() takes NUL, halves of characters and any depth. Say what the value is with a builder of shared/core/texts.ts: unread, loose or ownValue.'
          : 'A bare z.string() takes NUL, control characters and what nobody sees. Say what the text is with a builder of shared/core/texts.ts: line, paragraph, token, day and others.',
    });
  },
}));

const testNames = new Set(['test', 'it', 'describe', 'suite']);
const ways = new Set(['skip', 'only', 'todo', 'skipIf', 'runIf', 'fails']);

const everyTestRuns = rule((context) => ({
  MemberExpression(node) {
    const [object, way] = member(node).split('.');
    if (!testNames.has(object ?? '') || !ways.has(way ?? '')) return;
    context.report({
      node,
      message: `${object}.${way}: every test of this project runs, everywhere. Provide what it lacks, or delete it and document what is not tested.`,
    });
  },
}));

const plugin = {
  meta: { name: 'ops' },
  rules: {
    'no-clock-or-dice': noClockOrDice,
    'one-reader-of-environment': oneReaderOfEnvironment,
    'named-exports': namedExports,
    'no-barrels': noBarrels,
    'no-silent-catch': noSilentCatch,
    'texts-by-builder': textsByBuilder,
    'every-test-runs': everyTestRuns,
  },
};

export default plugin;
