import { FileInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { mostStatementBytes } from '#shared/streams/money/deposit/bank-sheet.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useTranslations } from '#web/locales/translations.ts';

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A statement of the bank as a CSV file or a workbook: all its credits or, with one wrong row, none. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const take = useCommand<CommandAnswer & { readonly fresh: number; readonly known: number }>(
    'bankstatement',
    'import',
  );
  const [bank, setBank] = useState('');
  const [file, setFile] = useState<File | null>(null);
  return (
    <SendDialog
      title={t('import')}
      verb={t('import')}
      sending={take}
      keep={file !== null}
      wrong={{
        bank: bank.trim() === '',
        content:
          file === null ||
          (file.size > mostStatementBytes && t('fileTooLarge', { n: mostStatementBytes / 1024 })),
      }}
      send={async () => {
        if (!file) return null;
        return take.run('new', { bank, fileName: file.name, content: await base64Of(file) });
      }}
      onSent={({ fresh, known }) => {
        toast({ text: t('imported', { n: fresh, known }), tone: 'ok' });
        onClose();
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="ops-note">{t('importText')}</p>
          <TextField
            label={t('bank')}
            value={bank}
            required
            autoFocus
            maxLength={60}
            error={error('bank')}
            onChange={setBank}
          />
          <FileInput
            label={t('file')}
            value={file}
            accept=".csv,.xlsx"
            required
            error={error('content')}
            onChange={setFile}
          />
        </>
      )}
    </SendDialog>
  );
}
