import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApprovalInbox } from '#web/families/approval/ApprovalInbox.tsx';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { RaiseDialog } from './RaiseDialog.tsx';
import './team-requests.css';
import { addTeamTranslations, useTeamTranslations } from './translations.ts';

addTeamTranslations();

/** Every request of every kind, and the way to request something of one's team lead. */
export function TeamRequestsScreen(): ReactNode {
  const t = useTeamTranslations();
  const [raising, setRaising] = useState(false);
  return (
    <div className="tr-screen">
      <div className="tr-bar">
        <ActionButton label={t('raise')} onClick={() => setRaising(true)} />
      </div>
      <ApprovalInbox />
      {raising && <RaiseDialog onClose={() => setRaising(false)} />}
    </div>
  );
}
