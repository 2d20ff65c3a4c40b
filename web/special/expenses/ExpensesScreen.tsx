import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { payNeed } from '#shared/streams/people/expense/decide.ts';
import { ApprovalScreen } from '#web/families/approval/ApprovalScreen.tsx';
import { hasRight, usePerson } from '#web/live/person.ts';
import './expenses.css';
import { OwnExpenses } from './OwnExpenses.tsx';
import { PayOut } from './PayOut.tsx';
import { addExpenseTranslations, useExpenseTranslations } from './translations.ts';

addExpenseTranslations();

const tabs = ['own', 'requests', 'payout'] as const;
type Tab = (typeof tabs)[number];

/** Expenses: one's own, those to decide, and those that accounts pays. */
export function ExpensesScreen(): ReactNode {
  const t = useExpenseTranslations();
  const person = usePerson();
  const [params, setParams] = useSearchParams();
  const decides = hasRight(person, 'approvals/empExpenseApproval:approve');
  const open = tabs.filter((tab) => tab !== 'payout' || hasRight(person, payNeed));
  const wanted = params.get('tab');
  // A link to one request opens it among the requests.
  const first: Tab = params.has('id') || decides ? 'requests' : 'own';
  const tab = open.find((one) => one === wanted) ?? first;
  return (
    <div className="ex-screen">
      <div className="ex-tabs">
        <SegmentedControl
          aria-label={t('tabs')}
          value={tab}
          data={open.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(value) => setParams({ tab: value }, { replace: true })}
        />
      </div>
      {tab === 'own' ? (
        <OwnExpenses />
      ) : tab === 'payout' ? (
        <PayOut />
      ) : (
        <ApprovalScreen name="empExpenseApproval" />
      )}
    </div>
  );
}
