import { definePolicy } from '../core/policy.ts';

/** When a request for a new product is approved: the product is there as a draft, with what the request says of it. */
export const draftProduct = definePolicy({
  name: 'draft-product',
  on: ['MasterRecordStageChanged'],
  ask: ({ data }) => {
    if (data.kind !== 'productRequest' || data.to !== 'approved' || !data.told) return [];
    const { nMrpPaise, ...told } = data.told as Record<string, unknown>;
    const given = { ...told, nReferenceMrpPaise: nMrpPaise, iRequestId: data.id };
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
    return [{ kind: 'command', stream: 'master-product-new', command: 'create', input: { fields, reason: 'An approved request' } }];
  },
});
