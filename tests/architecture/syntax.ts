import { readFileSync } from 'node:fs';
import { parseSync, type ESTree } from 'vite';

export type Node = ESTree.Node;

/** The syntax tree of a TypeScript file. */
export function parseFile(file: string): ESTree.Program {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((one) => one.message).join(', ')}`);
  return program;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes directly below one. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** A node and all below it. */
export function* everyNode(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* everyNode(child);
}
