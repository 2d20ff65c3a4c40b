import { defineDocument, type DocumentRow } from '../families/document.ts';
import { careKitReturn as stream } from '../streams/sales/cckit/cckit.ts';
import {
  careKitLife,
  chargeModes,
  type CareKitHeader,
  type CareKitReturnState,
} from '../streams/sales/cckit/state.ts';
import { careKitReturnTexts } from './care-kit-return-translations.ts';

interface CareKitRow extends DocumentRow, Pick<CareKitHeader, 'patient' | 'kitType' | 'month' | 'issuedOn'> {
  readonly components: string;
  readonly issued: number;
  readonly back: number;
  readonly missing: number;
  readonly charge: number;
}
const receiving = ['Inventory/ccKitReturn:create'] as const;
const inspecting = ['Inventory/ccKitReturn:edit'] as const;
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const kitTypes = ['1', '2', '3', '6', '7', '8'] as const;

/** The goods of care-connect kits: issued, taken back, inspected, charged where a component is missing. */
export const careKitReturn = defineDocument<CareKitReturnState, CareKitRow>({
  name: 'careKitReturn',
  group: 'Inventory',
  stream,
  life: careKitLife,
  header: [
    { name: 'patient', kind: 'text', shown: true },
    { name: 'customer', kind: 'text', shown: true },
    { name: 'kitType', kind: 'choice', options: kitTypes, shown: true },
    { name: 'bundle', kind: 'text', shown: true },
    { name: 'month', kind: 'month', shown: true },
    { name: 'issuedOn', kind: 'date', shown: true },
    { name: 'chargePaise', kind: 'money', shown: true },
    { name: 'chargeRef', kind: 'code', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'text', shown: true, width: 220 },
    { name: 'label', kind: 'code', shown: true, width: 130, wide: true },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'returnable', kind: 'yesNo', shown: true, width: 80, wide: true },
    { name: 'qty', kind: 'number', shown: true, width: 80 },
    { name: 'receivedQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'restockQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'damagedQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'consumedQty', kind: 'number', shown: true, width: 90, wide: true },
    { name: 'missingQty', kind: 'number', shown: true, width: 90, wide: true },
    { name: 'chargePaise', kind: 'money', shown: true, width: 110, wide: true },
  ],
  edits: [
    {
      stages: ['issued'],
      command: 'count',
      need: receiving,
      header: [],
      lines: ['receivedQty'],
      adds: false,
      scan: 'line',
    },
    {
      stages: ['returnReceived'],
      command: 'sort',
      need: inspecting,
      header: [],
      lines: ['restockQty', 'damagedQty'],
      adds: false,
      scan: null,
    },
  ],
  actions: [
    { name: 'issue', command: 'issue', need: receiving, stages: ['toIssue'], key: 's', primary: true },
    { name: 'receive', command: 'receive', need: receiving, stages: ['issued'], key: 'r', primary: true },
    { name: 'giveUp', command: 'giveUp', need: receiving, stages: ['issued'], inputs: reason },
    {
      name: 'inspect',
      command: 'inspect',
      need: inspecting,
      stages: ['returnReceived'],
      key: 'i',
      primary: true,
    },
    {
      name: 'collect',
      command: 'collect',
      need: inspecting,
      stages: ['toCollect'],
      key: 'c',
      primary: true,
      inputs: [
        { name: 'mode', kind: 'choice', options: chargeModes, required: true },
        { name: 'ref', kind: 'code' },
      ],
    },
    {
      name: 'waive',
      command: 'waive',
      need: inspecting,
      stages: ['toCollect'],
      danger: true,
      inputs: reason,
    },
    { name: 'drop', command: 'drop', need: inspecting, stages: ['toIssue'], danger: true, inputs: reason },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/ccKitReturn',
      entity: 'ccKitReturn',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: false,
      columns: [
        { name: 'number', kind: 'id', width: 120, filter: 'text' },
        { name: 'patient', kind: 'text', width: 150, filter: 'text' },
        { name: 'kitType', kind: 'status', of: 'kitType', width: 170, filter: 'set' },
        { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' },
        { name: 'components', kind: 'text', width: 220, flex: 2, filter: 'text' },
        { name: 'issued', kind: 'number', width: 80 },
        { name: 'back', kind: 'number', width: 80 },
        { name: 'missing', kind: 'number', width: 80 },
        { name: 'charge', kind: 'money', width: 110 },
        { name: 'month', kind: 'text', width: 100, hidden: true },
        { name: 'issuedOn', kind: 'date', width: 110, hidden: true },
        { name: 'movedAt', kind: 'age', width: 110 },
        { name: 'pooId', kind: 'place', width: 130 },
      ],
    },
  ],
  row: ({ header, lines, stage }) => {
    const sum = (of: 'qty' | 'receivedQty' | 'missingQty'): number =>
      lines.reduce((all, line) => all + line[of], 0);
    const { patient, kitType, month, issuedOn, chargePaise } = header;
    return {
      ...{ patient, kitType, month, issuedOn },
      components: [...new Set(lines.map(({ product }) => product))].join(', '),
      issued: stage === 'toIssue' || stage === 'notIssued' ? 0 : sum('qty'),
      back: sum('receivedQty'),
      missing: sum('missingQty'),
      charge: chargePaise,
    };
  },
  find: ({ header, lines }) => [
    header.patient,
    header.customer,
    header.bundle,
    ...lines.map(({ product, label, batch }) => `${product} ${label} ${batch}`),
  ],
  tones: {
    toIssue: 'accent',
    issued: 'info',
    returnReceived: 'accent',
    toCollect: 'warn',
    inspected: 'ok',
    notIssued: 'muted',
  },
  files: false,
  print: null,
  sources: ['purchase', 'customer'],
  translations: careKitReturnTexts,
});
