import type { ReactNode } from 'react';
import { ApprovalList } from './ApprovalList.tsx';
import { addApprovalTranslations, kindOf } from './declaration.ts';

addApprovalTranslations();

/** The screen of one kind of request. */
export function ApprovalScreen({ name }: { readonly name: string }): ReactNode {
  const kind = kindOf(name);
  if (!kind) throw new Error(`shared/approvals declares no ${name}.`);
  return <ApprovalList kind={kind} />;
}
