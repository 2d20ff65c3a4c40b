import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { masterRefs } from '../streams/masters/events.ts';
import { productAsk } from '../streams/approvals/productask/productask.ts';

/** Fields of the record under their names in the request. */
const shown: Readonly<Record<string, string>> = {
  vCode: 'code',
  vName: 'name',
  vMaker: 'maker',
  vComposition: 'composition',
  vPack: 'pack',
  nMrpPaise: 'mrp',
  vReason: 'why',
  vNote: 'note',
};

function factsOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(shown).flatMap(([field, key]) =>
      field in fields ? [[key, fields[field] ?? (key === 'mrp' ? null : '')]] : [],
    ),
  );
}
const nothing = { code: '', composition: '', mrp: null, note: '' };

/**
 * In: a requested product, submitted, changed, or decided on its record. Out: the request for a decision in
 * the inbox, made anew or closed.
 */
export const askForProducts = definePolicy({
  name: 'ask-for-products',
  on: [
    masterRefs.MasterRecordCreated,
    masterRefs.MasterRecordUpdated,
    masterRefs.MasterRecordStageChanged,
    masterRefs.MasterRecordCancelled,
    masterRefs.MasterRecordDeactivated,
  ],
  react: ({ type, data, actor }): readonly Reaction[] => {
    if (data.kind !== 'productRequest') return [];
    const to = { kind: 'command', stream: `productask-${data.id}` } as const;
    const by = actor.empId === null ? null : { empId: actor.empId, name: actor.name };
    switch (type) {
      case 'MasterRecordCreated':
        return by === null
          ? []
          : [
              {
                ...to,
                command: 'ask',
                input: { ...nothing, ...factsOf(data.fields), by, iPooId: data.fields.iPooId ?? null },
              },
            ];
      case 'MasterRecordUpdated': {
        const changed = factsOf(data.fields);
        return Object.keys(changed).length === 0 ? [] : [{ ...to, command: 'ask', input: changed }];
      }
      case 'MasterRecordStageChanged':
        return data.to === 'submitted' && by !== null
          ? [{ ...to, command: 'ask', input: { by } }]
          : [{ ...to, command: 'overtake', input: {} }];
      default:
        return [{ ...to, command: 'overtake', input: {} }];
    }
  },
});

/** Carries out a decision from the inbox on the record and reports the outcome. */
export const carryOutProductDecision = definePolicy({
  name: 'carry-out-product-decision',
  on: [productAsk.events.ProductDecisionGranted, productAsk.events.ProductDecisionRefused],
  react: ({ stream, data: { effect } }) => [
    {
      kind: 'command',
      stream: effect.stream,
      command: effect.command,
      input: { ...effect.input },
      outcome: { stream, command: 'settle' },
    },
  ],
});
