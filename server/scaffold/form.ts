import { z } from 'zod';
import { allStreams } from '../core/registers.ts';
import {
  camel,
  checkNames,
  checkStream,
  needed,
  placeOf,
  quoted,
  ScaffoldError,
  type Draft,
  type Wanted,
} from './draft.ts';

interface Property {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}
interface Drafted {
  readonly field: string;
  readonly empty: string;
  readonly rule: string;
  readonly words: readonly string[];
}

/** A property's name as words: `appDate` becomes `App date`, `DSA` stays. */
export const label = (name: string): string =>
  name
    .replace(
      /([a-z0-9])([A-Z])(?![A-Z])/g,
      (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
    )
    .trim()
    .replace(/^./, (first) => first.toUpperCase());

/** Labels of properties that many commands have, where they differ from their names. */
const known: Readonly<Record<'en' | 'es', Readonly<Record<string, string>>>> = {
  en: {},
  es: {
    name: 'Nombre',
    phone: 'Teléfono',
    reason: 'Motivo',
    notes: 'Notas',
    comment: 'Comentario',
    source: 'Origen',
    date: 'Fecha',
    language: 'Idioma',
  },
};

const places = { en: 'Place of operation', es: 'Lugar de operación' } as const;
const fieldLabel = (path: string, language: 'en' | 'es'): string => {
  if (isPlace(path)) return places[language];
  return known[language][path] ?? label(path);
};
const isPlace = (path: string): boolean => path === 'pooId' || path === 'iPooId';

function drafted(path: string, { type, enum: options }: Property, required: boolean): Drafted | null {
  const more = required ? ', required: true' : '';
  const of = (kind: string, empty: string, rule: string, given = ''): Drafted => ({
    field: `{ name: ${quoted(path)}, kind: '${kind}'${more}${given} }`,
    empty: `${path}: ${empty}`,
    rule: `${path}: ${required ? rule : `blankable(${rule})`}`,
    words: options?.map(String) ?? [],
  });
  if (options?.length) {
    const values = options.map((one) => quoted(String(one))).join(', ');
    return of('choice', "''", `oneOf([${values}])`, `, options: [${values}]`);
  }
  if (isPlace(path)) return of('place', 'null as number | null', 'id()');
  if (type === 'string') return of('text', "''", 'text(200)');
  if (type === 'number' || type === 'integer') return of('number', 'null as number | null', 'z.number()');
  if (type === 'boolean') return of('yesNo', 'false', 'z.boolean()');
  return null;
}

/** A form in one step whose fields are those of the command that it sends. */
export function formDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const [subject = '', command = ''] = needed(wanted, 'command', 'lead/createLead').split('/');
  checkStream(subject, { commands: [command] });
  const def = allStreams().get(subject)!.commands[command]!;
  if (!def.creates) throw new ScaffoldError(`${subject}/${command} creates no record; choose one that does.`);
  const schema = z.toJSONSchema(def.input, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).flatMap(
    ([path, property]) => drafted(path, property as Property, required.has(path)) ?? [],
  );
  if (fields.length === 0)
    throw new ScaffoldError(`${subject}/${command} has no plain fields: write its form by hand.`);
  const { route, group, entity, screen } = placeOf(wanted, '/', 'entity');
  const constant = camel(name);
  const rules = ['blankable', 'id', 'oneOf', 'text'].filter((rule) =>
    fields.some((one) => one.rule.includes(`${rule}(`)),
  );
  const begins = fields.find(({ field }) => field.includes("kind: 'place'"))?.empty.split(':')[0];
  const texts = (language: 'en' | 'es', title: string, step: string, submit: string): string =>
    [
      `title: ${quoted(title)}`,
      `'step.details': ${quoted(step)}`,
      ...fields.flatMap(({ empty, words }) => {
        const path = empty.split(':')[0]!;
        return [
          `'field.${path}': ${quoted(fieldLabel(path, language))}`,
          ...words.map((word) => `'option.${path}.${word}': ${quoted(label(word))}`),
        ];
      }),
      `'action.submit': ${quoted(submit)}`,
    ]
      .map((line) => `      ${line},`)
      .join('\n');
  const text = `import { z } from 'zod';
${rules.length > 0 ? `import { ${rules.join(', ')} } from '../core/fields.ts';\n` : ''}import { translations } from '../core/translations.ts';
import { defineForm } from '../families/form.ts';

export const ${constant} = defineForm({
  name: ${quoted(name)},
  route: ${quoted(route)},
  group: ${quoted(group)},
  entity: ${quoted(entity)},
  guard: 'entity',
  subject: ${quoted(subject)},
  submit: ${quoted(command)},
${begins ? `  begin: ({ pooId }) => ({ ${begins === 'pooId' ? 'pooId' : `${begins}: pooId`} }),\n` : ''}  empty: {
${fields.map(({ empty }) => `    ${empty},`).join('\n')}
  },
  steps: [
    {
      name: 'details',
      fields: [
${fields.map(({ field }) => `        ${field},`).join('\n')}
      ],
      schema: z.object({
${fields.map(({ rule }) => `        ${rule},`).join('\n')}
      }),
    },
  ],
  translations: translations({
    en: {
${texts('en', english, 'Details', 'Send')}
    },
    es: {
${texts('es', spanish, 'Detalles', 'Enviar')}
    },
  }),
});
`;
  const ids = fields.flatMap(({ field }) => /name: '(\w+Id)', kind: 'number'/.exec(field)?.[1] ?? []);
  const left = Object.keys(schema.properties ?? {}).length - fields.length;
  return {
    files: [{ file: `shared/forms/${name}.ts`, text }],
    register: { file: 'shared/forms/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    screen,
    next: [
      'Translate its Spanish texts, put the command’s own rules into the step, and leave out what nobody types.',
      ...(ids.length > 0
        ? [
            `Nobody types the number of a record: pick ${ids.join(', ')} by name (kind 'reference'), or leave it out.`,
          ]
        : []),
      ...(left > 0 ? [`${left} fields of ${command} are lists or groups: add them by hand.`] : []),
    ],
  };
}
