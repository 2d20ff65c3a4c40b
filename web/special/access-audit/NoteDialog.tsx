import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { useFrame } from '#web/locales/translations.ts';
import { useAccessAuditTranslations } from './translations.ts';

const aggregates = { review: 'readingalert', sign: 'readingreview' } as const;

/** An admin's finding about one alert or a whole week. */
export function NoteDialog({
  command,
  id,
  title,
  onClose,
}: {
  command: 'review' | 'sign';
  id: string;
  title: string;
  onClose: (done: boolean) => void;
}): ReactNode {
  const t = useAccessAuditTranslations();
  const frame = useFrame();
  const note = useCommand(aggregates[command], command);
  return (
    <ReasonDialog
      about={[`${aggregates[command]}.${command}`, id]}
      title={title}
      verb={frame('save')}
      field="note"
      label={t('note')}
      most={500}
      sending={note}
      send={(text) => note.run(id, { note: text })}
      done={t('done')}
      onSent={() => onClose(true)}
      onClose={() => onClose(false)}
    />
  );
}
