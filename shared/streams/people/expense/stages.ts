export const expenseStages = ['draft', 'submitted', 'approved', 'paid', 'rejected', 'withdrawn'] as const;
export type ExpenseStage = (typeof expenseStages)[number];
