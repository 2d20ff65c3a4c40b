import { inRupees } from '../core/money.ts';
import { definePolicy } from '../core/policy.ts';
import { expense } from '../streams/people/expense/expense.ts';

/** Notifies the employee that the expense was paid. */
export const notifyPayment = definePolicy({
  name: 'notify-payment',
  on: [expense.events.ExpensePaid],
  react: ({ stream, data }) => [
    {
      kind: 'command',
      stream: `notice-${data.empId}`,
      command: 'push',
      input: {
        message: 'expensePaid',
        values: { ref: data.ref, amount: inRupees(data.paise) },
        icon: 'check',
        color: 'green',
        route: '/approvals/empExpenseApproval',
        dedupeKey: `expensePaid:${stream}`,
      },
    },
  ],
});
