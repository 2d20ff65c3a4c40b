const base = '/purchaseanddispatch';

/** Lists of an area by priority, by their entity. */
export const areas = {
  po: ['PoList', 'poApprovalList', 'poList', 'poListTemp', 'PoRequestList', 'unProcessedPo', 'manualPO'],
  gre: ['gre', 'greGatePass', 'resumeGre', 'qcList', 'greConfirmationList', 'gre1', 'stockPutawayList'],
} as const;

/** The address of the first list of an area that a person may see; null where there is none. */
export function firstScreen(area: keyof typeof areas, may: (permission: string) => boolean): string | null {
  const entity = areas[area].find((one) => may(`Inventory/${one}:view`));
  return entity ? `${base}/${entity}` : null;
}
