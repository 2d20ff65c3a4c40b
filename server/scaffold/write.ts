import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ScaffoldError, type Draft } from './draft.ts';

export const screenRegister = 'shared/access/screens.ts';

/** Writes a draft below the folder of the project: its files, then the lines of the registers. */
export function writeDraft(root: string, { files, register, also = [], screen }: Draft): void {
  const change = (file: string, how: (text: string) => string): void => {
    const path = join(root, file);
    writeFileSync(path, how(readFileSync(path, 'utf8')));
  };
  for (const { file } of files)
    if (existsSync(join(root, file))) throw new ScaffoldError(`${file} is there already.`);
  for (const { file, text } of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  change(register.file, (text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '' && line !== 'export {};');
    return `${[...lines, register.line].join('\n')}\n`;
  });
  for (const { file, before, line } of also)
    change(file, (text) => {
      if (!text.includes(before))
        throw new ScaffoldError(`${file} has no "${before}" to write "${line}" before.`);
      return text.replace(before, () => `${line}\n${before}`);
    });
  if (screen)
    change(screenRegister, (text) =>
      text.replace(`['${screen.before}'`, () => `${screen.line}\n    ['${screen.before}'`),
    );
}
