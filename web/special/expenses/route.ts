import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/approvals/empExpenseApproval',
  title: { en: 'Expenses', es: 'Gastos' },
  feed: 'approvals/empExpenseApproval',
  load: () => import('./ExpensesScreen.tsx').then(({ ExpensesScreen }) => ExpensesScreen),
};
