import { choice, flag, money } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

export const stockAdjustReason = defineMaster({
  route: 'masters/stockAdjustReasonMaster',
  kind: 'stockAdjustReason',
  title: ['Stock adjustment reasons', 'Motivos de ajuste de existencias'],
  fields: [
    choice('vDirection', ['Direction', 'Sentido'], { UP: ['Up', 'Aumento'], DOWN: ['Down', 'Disminución'], BOTH: ['Both', 'Ambos'] }, { required: true }),
    flag('bNeedsPhoto', ['Needs photo', 'Requiere foto'], { default: 0 }),
    money('nApprovalAbovePaise', ['Approval above', 'Aprobación por encima de'], { max: 99_99_99_99_999 }),
    flag('bItcReversal', ['Input tax reversed', 'Revierte el impuesto'], { default: 0 }),
  ],
  example: { vCode: 'BROKEN', vName: 'Broken in store', vDirection: 'DOWN', bNeedsPhoto: 1, nApprovalAbovePaise: 1_000_00, bItcReversal: 1 },
});
