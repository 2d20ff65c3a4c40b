import { expect, it } from 'vitest';
import { rightsOf } from '#shared/access/rights.ts';
import { demoRoles } from './roles.ts';

const store = demoRoles.find(({ vRoleName }) => vRoleName === 'Store')!;

it('the store hands over the counter what only the counter may give, and marks what a courier delivered', () => {
  const rights = rightsOf(store as never);
  for (const need of [
    'Inventory/dunzoPickupOtpVerification:view',
    'Inventory/dunzoPickupOtpVerification:create',
    'Inventory/markAsDeliverd:edit',
    'Inventory/dayendsubmission:create',
    'Inventory/pickList:view',
  ] as const)
    expect([...rights], need).toContain(need);
});

it('the store decides about nothing that it makes itself', () => {
  const decides = [...rightsOf(store as never)].filter((right) => right.endsWith(':approve'));
  expect(decides).toEqual([]);
});
