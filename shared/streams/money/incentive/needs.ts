/** The accounts that verify an affiliate's bank account keep the account of their incentives. */
export const incentiveNeeds = {
  view: 'Masters/dsa-verification/1:view',
  request: 'Masters/dsa-verification/1:edit',
  decide: 'Masters/dsa-verification/1:approve',
} as const;
export const incentiveRoute = (dsaId: number | string): string => `/masters/dsa-verification/1?row=${dsaId}`;
