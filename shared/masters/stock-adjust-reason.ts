import { choice, yesNo, money } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const stockAdjustReason = defineMaster({
  route: 'masters/stockAdjustReasonMaster',
  kind: 'stockAdjustReason',
  title: { en: 'Stock adjustment reasons', es: 'Motivos de ajuste de existencias' },
  fields: [
    choice(
      'vDirection',
      { en: 'Direction', es: 'Sentido' },
      {
        UP: { en: 'Up', es: 'Aumento' },
        DOWN: { en: 'Down', es: 'Disminución' },
        BOTH: { en: 'Both', es: 'Ambos' },
      },
      { required: true },
    ),
    yesNo('bNeedsPhoto', { en: 'Needs photo', es: 'Requiere foto' }, { default: 0 }),
    money(
      'nApprovalAbovePaise',
      { en: 'Approval above', es: 'Aprobación por encima de' },
      { max: 99_99_99_99_999 },
    ),
    yesNo('bItcReversal', { en: 'Input tax reversed', es: 'Revierte el impuesto' }, { default: 0 }),
  ],
  example: {
    vCode: 'BROKEN',
    vName: 'Broken in store',
    vDirection: 'DOWN',
    bNeedsPhoto: 1,
    nApprovalAbovePaise: 1_000_00,
    bItcReversal: 1,
  },
});
