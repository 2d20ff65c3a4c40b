import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { streamName } from '#shared/core/event.ts';
import { groups, rights } from '#shared/core/permission.ts';
import { internalScreens } from '#shared/access/internal-screens.ts';
import { screens } from '#shared/access/screens.ts';
import { noticeColours, noticeIcons, noticeKinds } from '#shared/streams/notices/kinds.ts';
import { allStreams } from '#server/core/registers.ts';
import { everyNode, parseFile, type Node } from './syntax.ts';

/** Names that functions of declarations hold as texts, which no type and no register knows. */
const streams = allStreams();
const events = new Set([...streams.values()].flatMap((def) => Object.keys(def.events)));
const folders =
  'approvals,documents,families,feeds,forms,masters,policies,queues,reports,searches,streams,walls';
const files = globSync(`shared/{${folders}}/**/*.ts`).filter((file) => !file.endsWith('.test.ts'));
const parsed = files.map((file) => [file, everyNode(parseFile(file))] as const);

/** The beginning of a text that is written there, up to its first variable. */
function textOf(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked ?? null;
  return null;
}
const isWhole = (node: Node | null | undefined): boolean => node?.type === 'Literal';
const propertyOf = (node: Node, name: string): Node | null => {
  if (node.type !== 'ObjectExpression') return null;
  for (const one of node.properties)
    if (one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name) return one.value;
  return null;
};
const found = (of: (node: Node) => readonly string[]): readonly string[] =>
  parsed.flatMap(([file, nodes]) => nodes.flatMap(of).map((what) => `${file} ${what}`));

test('a function that looks for an event names one that a stream declares', () => {
  const looked = (node: Node): readonly (string | null)[] => {
    if (node.type === 'SwitchStatement') {
      const about = node.discriminant;
      const isType =
        (about.type === 'MemberExpression' &&
          about.property.type === 'Identifier' &&
          about.property.name === 'type') ||
        (about.type === 'Identifier' && about.name === 'type');
      return isType ? node.cases.map(({ test: one }) => textOf(one)) : [];
    }
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator)) {
      const { left, right } = node;
      const isType =
        (left.type === 'MemberExpression' &&
          left.property.type === 'Identifier' &&
          left.property.name === 'type') ||
        (left.type === 'Identifier' && left.name === 'type');
      return isType ? [textOf(right)] : [];
    }
    return [];
  };
  const all = parsed.flatMap(([, nodes]) => nodes.flatMap(looked));
  expect(all.length).toBeGreaterThan(300);
  expect(
    found((node) =>
      looked(node).flatMap((name) => (name && /^[A-Z][a-z]/.test(name) && !events.has(name) ? [name] : [])),
    ),
  ).toEqual([]);
});

test('a command that a declaration or a policy sends exists on its stream', () => {
  let sent = 0;
  const wrong = found((node) => {
    const [stream, command] = [propertyOf(node, 'stream'), propertyOf(node, 'command')];
    const [id, name] = [textOf(stream), textOf(command)];
    if (!id || !name || !isWhole(command)) return [];
    if (!isWhole(stream) && !id.includes('-')) return [];
    sent += 1;
    return streams.get(streamName(id))?.commands[name] ? [] : [`${id} ${name}`];
  });
  expect(sent).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

/** Every text that an expression can be. */
function choicesOf(node: Node | null): readonly string[] {
  if (node?.type === 'ConditionalExpression')
    return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
  return node?.type === 'Literal' ? [textOf(node) ?? ''] : [];
}

test('a notice has a kind, an icon and a colour that the console knows', () => {
  let pushed = 0;
  const known = { message: Object.keys(noticeKinds), icon: noticeIcons, color: noticeColours };
  const wrong = found((node) => {
    if (!propertyOf(node, 'icon') || !propertyOf(node, 'color')) return [];
    pushed += 1;
    return Object.entries(known).flatMap(([name, names]) =>
      choicesOf(propertyOf(node, name)).filter((one) => !(names as readonly string[]).includes(one)),
    );
  });
  expect(pushed).toBeGreaterThan(25);
  expect(wrong).toEqual([]);
});

test('the reason that a queue gives for a row has its text beside it in both languages', () => {
  const reason = /^(?:why|first)\.\w+$/;
  const keysOf = (nodes: readonly Node[]): readonly string[] =>
    nodes.flatMap((node) => (node.type === 'Property' ? [textOf(node.key) ?? ''] : []));
  const givenOf = (nodes: readonly Node[]): readonly string[] =>
    nodes.flatMap((node) =>
      node.type === 'Property'
        ? choicesOf(node.value)
        : node.type === 'ReturnStatement'
          ? choicesOf(node.argument)
          : [],
    );
  // A queue is one file, or a file with its rows, or a folder.
  const queues = Map.groupBy(
    parsed.filter(([file]) => file.startsWith('shared/queues/')),
    ([file]) => file.split('/')[2]!.replace(/(?:-row)?\.ts$/, ''),
  );
  const given = [...queues.values()].flatMap((own) => {
    const reasonsOf = (nodes: readonly Node[]) => givenOf(nodes).filter((key) => reason.test(key));
    const isText = ([, nodes]: (typeof own)[number]) => keysOf(nodes).some((key) => reason.test(key));
    // Rows that several queues share give their reasons to each of them.
    const shared = own.filter((one) => !isText(one)).flatMap(([, nodes]) => reasonsOf(nodes));
    return own.filter(isText).flatMap(([file, nodes]) => {
      const keys = keysOf(nodes);
      return [...shared, ...reasonsOf(nodes)].map(
        (key) => [`${file} ${key}`, keys.filter((one) => one === key).length] as const,
      );
    });
  });
  expect(given.length).toBeGreaterThan(20);
  expect(given.filter(([, texts]) => texts < 2)).toEqual([]);
});

const entities = new Set(
  [...screens, ...internalScreens].flatMap(({ group, entity }) =>
    group && entity ? [`${group}/${entity}`] : [],
  ),
);
/** Rights of operators that no role lists: only admins hold them. */
const ofAdmins = new Set(['Dashboard/deadLetters']);
const permission = new RegExp(`^(${groups.join('|')})/([^:]+):(${rights.join('|')})$`);

test('a right is one of a screen', () => {
  let named = 0;
  const wrong = found((node) => {
    const [, group, entity] = (isWhole(node) && permission.exec(textOf(node) ?? '')) || [];
    if (!group) return [];
    named += 1;
    return entities.has(`${group}/${entity}`) || ofAdmins.has(`${group}/${entity}`) ? [] : [textOf(node)!];
  });
  expect(named).toBeGreaterThan(300);
  expect([...new Set(wrong.map((one) => one.replace(/^\S+ /, '')))]).toEqual([]);
});

/** Addresses of earlier versions, which events hold. */
const former = new Set(['/admin/readings']);
const paths = [...screens, ...internalScreens].map(({ path }) => path.split('/').slice(1));
/** What begins an address of the console: the first part of one of its screens. */
const areas = new Set(paths.map(([area]) => area));
/** An address with a `*` for each part that is computed. */
const isScreen = (address: string): boolean => {
  const parts = address
    .replace(/[?#].*$/s, '')
    .split('/')
    .slice(1);
  return paths.some(
    (path) =>
      path.length === parts.length &&
      path.every((part, i) => part === parts[i] || part.startsWith(':') || parts[i]!.includes('*')),
  );
};

const wholeOf = (node: Node): string | null =>
  node.type === 'TemplateLiteral'
    ? node.quasis.map(({ value }) => value.cooked ?? '').join('*')
    : textOf(node);

test('an address of the console is the address of a screen', () => {
  let named = 0;
  const wrong = found((node) => {
    const isRoute =
      node.type === 'Property' && node.key.type === 'Identifier' && /^(?:route|href)$/.test(node.key.name);
    const whole = wholeOf(isRoute ? node.value : node);
    if (!whole?.startsWith('/') || whole === '/' || /\s/.test(whole)) return [];
    // Elsewhere, a text may be an address of the server.
    if (!isRoute && !areas.has(whole.split(/[/?#]/)[1]!)) return [];
    named += 1;
    return isScreen(whole.replaceAll(/\{\w+\}/g, '*')) || former.has(whole) ? [] : [whole];
  });
  expect(named).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});
