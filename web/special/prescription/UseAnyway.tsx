import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '#web/live/failure.ts';
import { useUploadTranslations } from './upload-translations.ts';

/** Confirms that an image of another patient's prescription belongs to this patient too. */
export function UseAnyway({
  failure,
  onConfirm,
}: {
  readonly failure: Failure | null;
  readonly onConfirm: () => void;
}): ReactNode {
  const t = useUploadTranslations();
  return failure?.code === 'fileOfAnother' ? (
    <Button size="compact-sm" variant="default" onClick={onConfirm}>
      {t('anyway')}
    </Button>
  ) : null;
}
