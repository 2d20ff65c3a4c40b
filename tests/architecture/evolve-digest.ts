import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childrenOf, everyNode, isNode, parseFile, type Node } from './syntax.ts';

/** How a module defines a name: its declaration here, or the module and name that it is imported from. */
type Origin = { readonly node: Node } | { readonly from: string; readonly name: string };
interface Module {
  readonly names: ReadonlyMap<string, Origin>;
  readonly exports: ReadonlyMap<string, Origin>;
}

const modules = new Map<string, Module>();

function declared(node: Node): [string, Origin][] {
  if (node.type === 'FunctionDeclaration' && node.id) return [[node.id.name, { node }]];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap((one): [string, Origin][] =>
    everyNode(one.id).flatMap((part) => (part.type === 'Identifier' ? [[part.name, { node: one }]] : [])),
  );
}

/** Packages are left out: their versions are pinned in the lock file. */
function fileOf(from: string, source: string): string | null {
  const file = source.startsWith('.') ? join(dirname(from), source) : null;
  return file !== null && existsSync(file) ? file : null;
}

function readModule(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const names = new Map<string, Origin>();
  const exports = new Map<string, Origin>();
  for (const node of parseFile(file).body) {
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type') {
      const from = fileOf(file, node.source.value);
      for (const one of node.specifiers)
        if (from && one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          names.set(one.local.name, { from, name: one.imported.name });
    } else if (node.type === 'ExportNamedDeclaration') {
      const from = node.source ? fileOf(file, node.source.value) : null;
      for (const [name, origin] of node.declaration ? declared(node.declaration) : [])
        names.set(name, origin);
      for (const one of node.specifiers)
        if (from && one.local.type === 'Identifier' && one.exported.type === 'Identifier')
          exports.set(one.exported.name, { from, name: one.local.name });
    } else for (const [name, origin] of declared(node)) names.set(name, origin);
  }
  const module = { names, exports };
  modules.set(file, module);
  return module;
}

/** Code without positions, comments, layout and types. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof RegExp) return String(value);
  if (!isNode(value)) return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  if (value.type.startsWith('TSType') || value.type.startsWith('TSInterface')) return null;
  if (value.type === 'TSAsExpression' || value.type === 'TSNonNullExpression')
    return essence(value.expression);
  const skipped = new Set([
    'start',
    'end',
    'range',
    'loc',
    'raw',
    'parent',
    'typeAnnotation',
    'returnType',
    'typeParameters',
    'typeArguments',
  ]);
  return Object.entries(value).flatMap(([name, part]) => (skipped.has(name) ? [] : [[name, essence(part)]]));
}

function collect(file: string, origin: Origin, seen: Map<string, string>): void {
  if ('from' in origin) {
    const module = readModule(origin.from);
    const next = module.names.get(origin.name) ?? module.exports.get(origin.name);
    if (next) collect(origin.from, next, seen);
    return;
  }
  const key = `${file}:${origin.node.start}`;
  if (seen.has(key)) return;
  seen.set(key, JSON.stringify(essence(origin.node)));
  const { names } = readModule(file);
  for (const node of everyNode(origin.node)) {
    const next = node.type === 'Identifier' ? names.get(node.name) : undefined;
    if (next) collect(file, next, seen);
  }
}

/** The named parts of the `defineStream` call by which a module exports a stream. */
function partsOf(node: Node, wanted: readonly string[]): Node[] {
  const call = everyNode(node).find(
    (one) =>
      one.type === 'CallExpression' &&
      everyNode(one.callee).some((part) => part.type === 'Identifier' && part.name === 'defineStream'),
  );
  const def = call ? childrenOf(call).find((one) => one.type === 'ObjectExpression') : undefined;
  if (def?.type !== 'ObjectExpression') return [];
  return def.properties.filter(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && wanted.includes(one.key.name),
  );
}

/** A digest over `evolve`, `initial` and everything that they reach, for a stream of the register. */
export function evolveDigest(register: string, name: string): string {
  let file = register;
  let origin = readModule(register).exports.get(name);
  while (origin && 'from' in origin) {
    file = origin.from;
    origin = readModule(file).names.get(origin.name) ?? readModule(file).exports.get(origin.name);
  }
  const parts = origin ? partsOf(origin.node, ['evolve', 'initial']) : [];
  if (parts.length !== 2) throw new Error(`${name}: its definition names no evolve and initial`);
  const seen = new Map<string, string>();
  for (const node of parts) collect(file, { node }, seen);
  return createHash('sha256')
    .update([...seen.values()].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
}
