import type { Fields, MasterCommand } from '../../families/master-def.ts';
import { choice, text } from '../../families/master-field.ts';
import { defineMaster } from '../../families/master.ts';
import { consentVersion } from '../../streams/customers/signup/fields.ts';
import { addDocumentCommand } from './documents.ts';
import { customerRecord } from './record.ts';
import { addressLines, consentNames, customerFullFields, isActive, carriedNames } from './row.ts';

const need = 'Masters/customerMasterV2:edit';
const linesOf = (row: Fields, name: string): readonly Fields[] =>
  (row[name] as readonly Fields[] | undefined) ?? [];
const kind = choice('kind', { en: 'Consent to', es: 'Consentimiento para' }, consentNames, {
  required: true,
});

const commands: readonly MasterCommand[] = [
  {
    name: 'changeAddresses',
    label: { en: 'Change the addresses', es: 'Cambiar las direcciones' },
    aggregate: 'customer',
    command: 'changeAddresses',
    need,
    versioned: true,
    bulk: false,
    when: isActive,
    fields: [{ ...addressLines, required: true }],
    start: (row) => ({
      addresses: linesOf(row, 'addresses').map(({ no: _no, ...line }) => ({
        ...line,
        default: line.default === true ? 1 : 0,
      })),
    }),
    input: (requested) => ({
      addresses: linesOf(requested, 'addresses').map((line) => ({ ...line, default: line.default === 1 })),
    }),
  },
  addDocumentCommand,
  {
    name: 'giveConsent',
    label: { en: 'Record a consent', es: 'Registrar un consentimiento' },
    aggregate: 'customer',
    command: 'giveConsent',
    need,
    bulk: false,
    when: isActive,
    fields: [
      kind,
      choice('channel', { en: 'How it was given', es: 'Cómo se dio' }, carriedNames, { required: true }),
      text(
        'version',
        { en: 'Version of the text', es: 'Versión del texto' },
        { required: true, max: 20, default: consentVersion },
      ),
    ],
    input: (requested) => requested,
  },
  {
    name: 'withdrawConsent',
    label: { en: 'Withdraw a consent', es: 'Retirar un consentimiento' },
    aggregate: 'customer',
    command: 'withdrawConsent',
    need,
    danger: true,
    bulk: false,
    when: ({ fields }) => linesOf(fields, 'consents').some(({ stands }) => stands === 'given'),
    fields: [
      kind,
      choice('channel', { en: 'How it was withdrawn', es: 'Cómo se retiró' }, carriedNames, {
        required: true,
      }),
    ],
    input: (requested) => requested,
  },
];

/** One customer in full, with the commands to the record. */
export const customerFull = defineMaster({
  ...customerRecord,
  route: 'masters/customerMasterV2',
  title: { en: 'Customer 360', es: 'Cliente 360' },
  fields: customerFullFields,
  commands: [...customerRecord.commands, ...commands],
});
