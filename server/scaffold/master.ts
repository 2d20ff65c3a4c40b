import { camel, checkNames, placeOf, quoted, type Draft, type Wanted } from './draft.ts';

/** Code, name, life and history of a master come from its family; a declaration holds only its own fields. */
export function masterDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const { route, screen } = placeOf(wanted, '/masters/', 'entity');
  const kind = camel(name);
  const text = `import { text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const ${kind} = defineMaster({
  route: ${quoted(route.slice(1))},
  kind: ${quoted(kind)},
  title: { en: ${quoted(english)}, es: ${quoted(spanish)} },
  fields: [text('vRemark', { en: 'Remark', es: 'Observación' }, { max: 100 })],
  example: { vCode: ${quoted(`${name.toUpperCase()}-1`)}, vName: ${quoted(english)}, vRemark: 'A first one' },
});
`;
  return {
    files: [{ file: `shared/masters/${name}.ts`, text }],
    register: { file: 'shared/masters/index.ts', line: `export { ${kind} } from './${name}.ts';` },
    screen,
    next: ['Put its own fields in place of the remark, and a true example.'],
  };
}
