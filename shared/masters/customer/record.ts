import type { MasterSpec } from '../../families/master-def.ts';
import { choice, email, reference, text, time } from '../../families/master-field.ts';
import { spokenLanguages } from '../../families/spoken-languages.ts';
import { customerFields, customerSource, isActive } from './row.ts';

/** Shared by both customer screens. */
export const customerRecord = {
  kind: 'customer',
  service: 'customer',
  personal: true,
  prefix: 'CU',
  plain: true,
  scope: 'pooIds',
  rights: ['view', 'edit'],
  fields: customerFields,
  source: customerSource,
  commands: [
    {
      name: 'editDetails',
      label: { en: 'Edit details', es: 'Editar datos' },
      aggregate: 'customer',
      command: 'updateDetails',
      need: 'Masters/customerMasterV2:edit',
      versioned: true,
      merges: true,
      when: isActive,
      bulk: ['language'],
      fields: [
        text('name', { en: 'Name', es: 'Nombre' }, { max: 100 }),
        email('email', { en: 'E-mail', es: 'Correo' }),
        choice('language', { en: 'Language', es: 'Idioma' }, spokenLanguages),
      ],
      start: (row) => ({
        name: row.vName,
        email: row.vEmail,
        ...(String(row.vLanguage) in spokenLanguages ? { language: row.vLanguage } : {}),
      }),
      input: (requested) =>
        Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== null && value !== '')),
    },
    {
      name: 'setCallHours',
      label: { en: 'Set the calling hours', es: 'Fijar el horario de llamadas' },
      aggregate: 'customer',
      command: 'setCallHours',
      need: 'Masters/customerMasterV2:edit',
      versioned: true,
      when: isActive,
      bulk: false,
      fields: [
        time('from', { en: 'Calls from', es: 'Llamadas desde' }),
        time('to', { en: 'Calls till', es: 'Llamadas hasta' }),
      ],
      start: (row) => ({ from: row.tCallFrom, to: row.tCallTo }),
      input: ({ from, to }) => ({ from: from ?? '', to: to ?? '' }),
    },
    {
      name: 'changeRank',
      label: { en: 'Change the rank', es: 'Cambiar el rango' },
      aggregate: 'customer',
      command: 'changeRank',
      need: 'Masters/customerMasterV2:edit',
      versioned: true,
      when: isActive,
      fields: [reference('rankId', { en: 'Rank', es: 'Rango' }, 'customerRank', { required: true })],
      start: (row) => ({ rankId: row.iCustomerRankId }),
      input: (requested) => ({ rankId: requested.rankId }),
    },
  ],
  example: {},
} as const satisfies Omit<MasterSpec, 'route' | 'title'>;
