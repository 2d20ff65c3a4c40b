import { parseSync, type Plugin } from 'vite';
import { headOf } from '#shared/core/cut.ts';

/** Members of a report's model that only the server calls. */
const servers: readonly string[] = ['subject', 'fold', 'rows'];
const models = /[\\/]shared[\\/]reports[\\/]models[\\/][^\\/]+\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Property extends Node {
  readonly key?: { readonly name?: string };
}

/** Every object in a tree. */
function* objectsOf(node: unknown): Generator<readonly Property[]> {
  if (typeof node !== 'object' || node === null) return;
  const { type, properties } = node as { type?: string; properties?: readonly Property[] };
  if (type === 'ObjectExpression' && properties) yield properties;
  for (const part of Object.values(node)) yield* objectsOf(part);
}

/**
 * Leaves out of the console how rows are folded: screens need a model's name and columns, and with the folds
 * the streams' states and texts would travel.
 */
export function withoutFolds(): Plugin {
  return {
    name: 'without-folds',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!models.test(id)) return undefined;
      const cuts = [...objectsOf(parseSync('model.js', code).program)].flatMap((properties) => {
        const names = properties.map(({ key }) => key?.name ?? '');
        if (!servers.every((name) => names.includes(name))) return [];
        return properties.filter((_, at) => servers.includes(names[at]!));
      });
      let left = code;
      for (const { start, end, key } of cuts.toSorted((a, b) => b.start - a.start))
        left = `${headOf(left, start)}${key!.name}: null${left.slice(end)}`;
      return { code: left, map: null };
    },
  };
}
