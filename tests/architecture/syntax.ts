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
  const found: Node[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (isNode(value)) found.push(value);
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) found.push(one);
  }
  return found;
}

/** A node and all below it, in the order of the text. */
export function everyNode(node: Node): Node[] {
  const found: Node[] = [];
  const add = (one: Node): void => {
    found.push(one);
    childrenOf(one).forEach(add);
  };
  add(node);
  return found;
}
