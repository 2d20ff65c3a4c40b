import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screens } from '#shared/access/screens.ts';

/**
 * `npm run new master colour "Colours" "Colores"` writes the declaration and its line in the register, and
 * says where to go on.
 */
const root = join(import.meta.dirname, '..');

/** Families whose members are written by hand, and the member to start from. */
const nearest: Readonly<Record<string, string>> = {
  queue: 'shared/queues/signup-queue.ts',
  approval: 'shared/approvals/app-reschedule.ts',
  form: 'shared/forms/customer-signup.ts',
  policy: 'shared/policies/complete-signup.ts',
  stream: 'shared/streams/customers/signup/signup.ts',
  job: 'server/jobs/expire-leases.ts',
};

export class ScaffoldError extends Error {}

/** Code, name, life and history of a master come from its family; a declaration holds only its own fields. */
export function masterDraft(
  name: string,
  english: string,
  spanish: string,
): { file: string; text: string; line: string } {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new ScaffoldError(`"${name}" is not a valid name: write it in kebab-case, for example care-tier.`);
  if (!english || !spanish)
    throw new ScaffoldError('Say its title in both languages: npm run new master colour "Colours" "Colores"');
  const route = routeOf(name);
  const constant = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const code = `${name.toUpperCase()}-1`;
  const text = `import { defineMaster } from '../families/master.ts';

export const ${constant} = defineMaster({
  route: '${route}',
  kind: '${name}',
  title: { en: ${JSON.stringify(english)}, es: ${JSON.stringify(spanish)} },
  example: { vCode: '${code}', vName: ${JSON.stringify(english)} },
});
`.replace(/"([^"'\\]*)"/g, "'$1'");
  return { file: `shared/masters/${name}.ts`, text, line: `export { ${constant} } from './${name}.ts';` };
}

/** The owner's own spelling of the route. */
function routeOf(name: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/(master|list)(v?2)?$/, '');
  const found = screens.filter(
    ({ path }) => path.startsWith('/masters/') && plain(path.slice('/masters/'.length)) === plain(name),
  );
  if (found.length === 1) return found[0]!.path.slice(1);
  if (found.length > 1)
    throw new ScaffoldError(
      `Several routes fit "${name}": ${found.map(({ path }) => path).join(', ')}. Name it more closely.`,
    );
  throw new ScaffoldError(
    `No route of the masters fits "${name}"; the routes stand in shared/access/screens.ts.`,
  );
}

function create([family = '', name = '', english = '', spanish = '']: readonly string[]): void {
  if (family !== 'master') {
    const example = nearest[family];
    if (!example)
      throw new ScaffoldError(
        `No family "${family}". There are: master, ${Object.keys(nearest).join(', ')}.`,
      );
    console.log(
      `A ${family} is written by hand: begin from ${example}, then add its line to the register beside it.`,
    );
    return;
  }
  const draft = masterDraft(name, english, spanish);
  const file = join(root, draft.file);
  const register = join(root, 'shared/masters/index.ts');
  if (existsSync(file)) throw new ScaffoldError(`${draft.file} is there already.`);
  writeFileSync(file, draft.text);
  const lines = readFileSync(register, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && line !== 'export {};');
  writeFileSync(register, `${[...lines, draft.line].join('\n')}\n`);
  console.log(
    `${draft.file} and its line in shared/masters/index.ts are written. Add its own fields and a true example, then run npm run check.`,
  );
}

if (import.meta.main) {
  try {
    create(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
