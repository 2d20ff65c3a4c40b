import type { MasterDef, Problem } from '#shared/families/master-def.ts';
import { useWords } from '#web/words/words.ts';
import type { Say } from '#web/words/words.ts';
import { problemWords } from './declaration.ts';

/** Says what is wrong with a field, with the field's own name in it. */
export function useSayProblem(def: MasterDef, own: Say): (problem: Problem) => string {
  const words = useWords(problemWords).t;
  return ({ code, field, details = {} }) => {
    if (details.said === 1) return code;
    const path = field
      .split('.')
      .filter((part) => !/^\d+$/.test(part))
      .join('.');
    const known = (name: string): string | null => (own(`field.${name}`) === `field.${name}` ? null : own(`field.${name}`));
    const given = typeof details.label === 'string' ? details.label : '';
    const label =
      known(
        given
          .split('.')
          .filter((part) => !/^\d+$/.test(part))
          .join('.'),
      ) ??
      known(path) ??
      def.fields.find(({ name }) => name === path)?.label.en ??
      (given || path);
    return words(code, { ...details, label });
  };
}
