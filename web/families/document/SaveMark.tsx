import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { InlineError } from '#web/parts/states.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { isEmpty } from './pending.ts';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';

/** Whether the input is saved; after a conflict on one field, the choice between both values. */
export function SaveMark({ open, own }: { open: OpenRecord; own: Translate }): ReactNode {
  const t = useDocumentTranslations();
  const { failure, saving, pending } = open;
  if (failure?.code === 'fieldConflict') {
    const field = String(failure.field ?? '');
    const name = field.split('.').at(-1) ?? '';
    return (
      <span className="do-conflict" role="alert">
        {t('conflict', {
          by: String(failure.details?.['by'] ?? ''),
          what: own(`${field.startsWith('h.') ? 'header' : 'line'}.${name}`),
        })}
        <Button size="compact-xs" variant="light" onClick={() => void open.keepMine()}>
          {t('keepMine')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={open.takeTheirs}>
          {t('takeTheirs')}
        </Button>
      </span>
    );
  }
  if (failure)
    return (
      <InlineError
        failure={{
          message: t('notSaved', { why: failure.message }),
          correlationId: failure.correlationId,
          again: failure.again,
        }}
        onRetry={() => void open.save()}
      />
    );
  if (saving) return <StatusWord tone="muted">{t('saving')}</StatusWord>;
  return isEmpty(pending) ? (
    <StatusWord tone="muted">{t('saved')}</StatusWord>
  ) : (
    <StatusWord tone="warn">{t('unsaved')}</StatusWord>
  );
}
