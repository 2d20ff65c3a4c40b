import { definePolicy } from '../core/policy.ts';
import { masterRefs } from '../streams/masters/events.ts';

/** In: an approved product request. Out: a draft product with the data of the request. */
export const draftProduct = definePolicy({
  name: 'draft-product',
  on: [masterRefs.MasterRecordStageChanged],
  react: ({ data }) => {
    if (data.kind !== 'productRequest' || data.to !== 'approved' || !data.carried) return [];
    const { nMrpPaise, ...rest } = data.carried as Record<string, unknown>;
    const given = { ...rest, nReferenceMrpPaise: nMrpPaise, iRequestId: data.id };
    const fields = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
    );
    return [
      {
        kind: 'command',
        stream: 'master-product-new',
        command: 'create',
        input: { fields, reason: 'An approved request' },
      },
    ];
  },
});
