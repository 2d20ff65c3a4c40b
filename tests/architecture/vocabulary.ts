import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { everyNode, parseFile, type Node } from './syntax.ts';

/** The parts of a name in camelCase, PascalCase, kebab-case or snake_case, in lower case. */
export function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
}

const nameOf = (node: Node): string | null =>
  node.type === 'Identifier' || node.type === 'JSXIdentifier' || node.type === 'PrivateIdentifier'
    ? node.name
    : null;

/** Every identifier of a TypeScript file, once each. */
export function identifiersOf(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of everyNode(parseFile(file))) {
    const name = nameOf(node);
    if (name !== null) names.add(name);
  }
  return names;
}

/** The English texts of a file: values of the key `en`, and texts nested below it. */
export function englishTextsOf(file: string): string[] {
  const texts: string[] = [];
  for (const node of everyNode(parseFile(file))) {
    if (node.type !== 'Property' || nameOf(node.key) !== 'en') continue;
    for (const inner of everyNode(node.value)) {
      if (inner.type === 'Literal' && typeof inner.value === 'string') texts.push(inner.value);
      if (inner.type === 'TemplateElement') texts.push(inner.value.cooked ?? inner.value.raw);
    }
  }
  return texts;
}

const isTestCall = (node: Node): boolean => {
  let callee = node;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression')
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee;
  return callee.type === 'Identifier' && /^(test|it|describe)$/.test(callee.name);
};

/** The titles of a file's tests and of their groups. */
export function testTitlesOf(file: string): string[] {
  const titles: string[] = [];
  for (const node of everyNode(parseFile(file))) {
    if (node.type !== 'CallExpression' || !isTestCall(node.callee)) continue;
    const [title] = node.arguments;
    if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
    if (title?.type === 'TemplateLiteral') titles.push(title.quasis.map((part) => part.value.raw).join('…'));
  }
  return titles;
}

/** The comments of a file, each on one line; consecutive line comments are one. */
export function commentsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const texts: string[] = [];
  let end = -1;
  for (const comment of parseSync(file, source).comments) {
    const text = comment.value.replace(/^[\s*]+/gm, ' ').trim();
    const continues =
      comment.type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(source.slice(end, comment.start));
    if (continues) texts[texts.length - 1] += ` ${text}`;
    else texts.push(text);
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return texts;
}

/** Table and column names of the schema after all migrations, sorted by file name. */
export function schemaNames(files: readonly string[]): string[] {
  const tables = new Map<string, Set<string>>();
  const rest = /^(primary|unique|check|foreign|constraint|exclude|like)$/;
  for (const file of files) {
    const sql = readFileSync(file, 'utf8')
      .replace(/--.*$/gm, '')
      .replace(/\$\$[\s\S]*?\$\$/g, "''");
    for (const statement of sql.split(';').map((one) => one.trim().toLowerCase())) {
      const made = /^create (?:unlogged )?table (?:if not exists )?(\w+) \(([\s\S]*)\)/.exec(statement);
      if (made) tables.set(made[1]!, new Set(columnsOf(made[2]!).filter((name) => !rest.test(name))));
      const dropped = /^drop table (?:if exists )?([\w, ]+)/.exec(statement);
      for (const name of dropped?.[1]?.split(',') ?? []) tables.delete(name.trim());
      const altered = /^alter table (\w+)\s+([\s\S]*)$/.exec(statement);
      if (altered) alter(tables, altered[1]!, altered[2]!);
    }
  }
  return [...tables].flatMap(([table, columns]) => [
    table,
    ...[...columns].map((name) => `${table}.${name}`),
  ]);
}

/** The first word of each definition, where commas within brackets separate nothing. */
function columnsOf(body: string): string[] {
  let depth = 0;
  const flat = [...body]
    .map((letter) => {
      if (letter === '(') depth += 1;
      if (letter === ')') depth -= 1;
      return depth > 0 ? '_' : letter;
    })
    .join('');
  return flat.split(',').map((one) => /^\s*(\w+)/.exec(one)?.[1] ?? '');
}

function alter(tables: Map<string, Set<string>>, table: string, changes: string): void {
  const columns = tables.get(table) ?? new Set<string>();
  const renamed = /^rename to (\w+)/.exec(changes);
  if (renamed) {
    tables.delete(table);
    tables.set(renamed[1]!, columns);
  }
  for (const [, from, to] of changes.matchAll(/rename column (\w+) to (\w+)/g)) {
    columns.delete(from!);
    columns.add(to!);
  }
  for (const [, name] of changes.matchAll(/add column (?:if not exists )?(\w+)/g)) columns.add(name!);
  for (const [, name] of changes.matchAll(/drop column (?:if exists )?(\w+)/g)) columns.delete(name!);
}
