import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ScaffoldError } from './draft.ts';

const root = join(import.meta.dirname, '../..');

/** Where a stream's union of events is declared: its name, its file, and the folder of the stream. */
export interface EventUnion {
  readonly type: string;
  readonly folder: string;
  /** As a file of that folder imports it. */
  readonly from: string;
}

/** Finds the closed union of a stream's events in its source. */
export function unionOf(stream: string): EventUnion {
  const streams = join(root, 'shared/streams');
  for (const file of readdirSync(streams, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(streams, file), 'utf8');
    const found = /defineStream<\s*\w+,\s*(\w+)\s*>\(\{\s*name: '(\w+)'/.exec(text);
    if (found?.[2] !== stream) continue;
    const type = found[1]!;
    const folder = relative(root, dirname(join(streams, file)));
    const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].find(([, names]) =>
      new RegExp(`\\b${type}\\b`).test(names!),
    );
    if (imported) return { type, folder, from: imported[2]! };
    throw new ScaffoldError(
      `Move ${type} of ${folder} into a file of its own: the stream and its decision both read it.`,
    );
  }
  throw new ScaffoldError(
    `The events of "${stream}" are no union of types yet: declare one, as in shared/streams/people/expense/state.ts.`,
  );
}
