import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/approvals/storeCashDepositReconciliation',
  title: { en: 'Store Cash Deposit Reconciliation', es: 'Conciliación de depósitos de efectivo' },
  load: () => import('./ReconciliationScreen.tsx').then(({ ReconciliationScreen }) => ReconciliationScreen),
};
