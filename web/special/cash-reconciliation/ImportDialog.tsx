import { Button, FileInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame, useTranslations } from '#web/locales/translations.ts';

/** A statement of the bank as a CSV file: all its credits or, with one wrong row, none. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const frame = useFrame();
  const take = useCommand<CommandAnswer & { readonly fresh: number; readonly known: number }>(
    'bankstatement',
    'import',
  );
  const [bank, setBank] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const send = async (): Promise<void> => {
    if (!file) return;
    const answer = await take.run('new', { bank, fileName: file.name, text: await file.text() });
    if (!answer) return;
    toast({ text: t('imported', { n: answer.fresh, known: answer.known }), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={take.pending}
      title={t('import')}
      actions={
        <>
          <Button variant="default" disabled={take.pending} onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={take.pending} disabled={!file || bank.trim() === ''} onClick={() => void send()}>
            {t('import')}
          </Button>
        </>
      }
    >
      <div className="cr-part">
        <p className="ops-note">{t('importText')}</p>
        <TextField label={t('bank')} value={bank} required maxLength={60} onChange={setBank} />
        <FileInput label={t('file')} value={file} accept=".csv,text/csv" required onChange={setFile} />
        {take.failure && <InlineError failure={take.failure} onDismiss={take.dismiss} />}
      </div>
    </Dialog>
  );
}
