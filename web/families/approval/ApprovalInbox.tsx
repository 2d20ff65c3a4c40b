import type { ReactNode } from 'react';
import { ApprovalList } from './ApprovalList.tsx';
import { addApprovalTranslations } from './declaration.ts';

addApprovalTranslations();

/** Every request of every kind that concerns this person. */
export function ApprovalInbox(): ReactNode {
  return <ApprovalList kind={null} />;
}
