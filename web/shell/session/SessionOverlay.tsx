import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '#web/live/session.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { useAwayTranslations } from '../layout/away-translations.ts';
import { lastKnown, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';
import type { ShellKey } from '../translations.ts';
import { SignInForm } from './SignInForm.tsx';
import { signOut } from './sign-in.ts';

const known = [
  'idle',
  'expired',
  'revoked',
  'signedOut',
  'employeeInactive',
  'passwordChanged',
  'tooManySessions',
  'signedOutEverywhere',
];

/** The session ended during work: shows the reason and signs in again over the screen, which is kept. */
export function SessionOverlay(): ReactNode {
  const t = useShell();
  const whileAway = useAwayTranslations();
  const { ended, token } = useSession();
  useSessionStatus();
  const open = ended !== null && token === null;
  const me = lastKnown();
  if (!open) return null;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('signInAgain')}
      size={380}
      padding="lg"
      zIndex={1000}
      classNames={{ title: 'ops-dialog-title', body: 'ops-dialog-body' }}
    >
      <Silence />
      <p className="sh-overlay-text">
        {t('signedOutBecause', {
          reason:
            ended === 'closed'
              ? whileAway('closed')
              : t(`ended.${known.includes(ended) ? ended : 'other'}` as ShellKey),
        })}{' '}
        {t('overlayKept')}
      </p>
      <SignInForm
        loginParam="default"
        expected={me?.empId ?? null}
        loginId={me ? String(me.empId) : ''}
        onIn={() => {}}
      />
      <Button variant="subtle" size="compact-sm" onClick={() => void signOut()}>
        {t('otherAccount')}
      </Button>
    </Modal>
  );
}

function Silence(): null {
  const t = useShell();
  useCommands([
    { id: 'session.again', label: t('signInAgain'), scope: 'dialog', quiet: true, run: () => {} },
  ]);
  return null;
}
