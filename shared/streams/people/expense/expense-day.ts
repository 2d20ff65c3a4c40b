import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import type { ExpenseCategory } from './limits.ts';

interface Counted {
  readonly expenseId: number;
  readonly category: ExpenseCategory;
  readonly paise: number;
}
/** One employee's claims for one day; two simultaneous claims conflict here. */
export interface ExpenseDayState {
  readonly counted: readonly Counted[];
}
type ExpenseDayEvent =
  | Event<'ExpenseCounted', Counted>
  | Event<'ExpenseUncounted', { readonly expenseId: number }>;

export const expenseDayStream = (empId: number, day: string): string => `expenseday-${empId}-${day}`;

export const expenseDay = defineStream<ExpenseDayState, ExpenseDayEvent>({
  name: 'expenseday',
  area: 'people',
  state: 1,
  events: { ExpenseCounted: true, ExpenseUncounted: true },
  initial: () => ({ counted: [] }),
  evolve(state, event: RecordedEventOf<ExpenseDayEvent>) {
    const others = state.counted.filter(({ expenseId }) => expenseId !== event.data.expenseId);
    return { counted: event.type === 'ExpenseCounted' ? [...others, event.data] : others };
  },
  commands: {},
  translations: translations({
    en: { ExpenseCounted: 'Counted for the day', ExpenseUncounted: 'No longer counted for the day' },
    es: { ExpenseCounted: 'Contado para el día', ExpenseUncounted: 'Ya no cuenta para el día' },
  }),
});
