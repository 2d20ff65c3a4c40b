import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { standingVersion, type AssessmentState } from '#shared/streams/care/cccase/assessment.ts';
import type { Section } from '#shared/streams/care/cccase/sections.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useCareTranslations } from './translations.ts';
import { useOver, type Over } from './use-over.ts';

interface SectionProps {
  readonly caseId: number;
  readonly section: Section;
  readonly written: AssessmentState | undefined;
  readonly open: boolean;
  readonly onDone: () => void;
}

/** What a colleague wrote while one was typing, beside the choice whose text stays. */
export function Moved<V>({
  edit,
  text,
  children,
}: {
  edit: Over<V>;
  text: string;
  children: ReactNode;
}): ReactNode {
  const t = useCareTranslations();
  return (
    <div className="care-moved" role="alert">
      <p>{text}</p>
      {children}
      <div className="care-actions">
        <Button size="compact-xs" variant="default" onClick={edit.forget}>
          {t('takeTheirs')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={edit.keep}>
          {t('keepMine')}
        </Button>
      </div>
    </div>
  );
}

/** One section of a month's assessment: written, confirmed where it was carried over, compared where a colleague was faster. */
export function SectionField({ caseId, section, written, open, onDone }: SectionProps): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('assessment').t;
  const found = written?.sections[section];
  const edit = useOver(
    `${caseId}-${section}`,
    'assessment.writeSection',
    found?.text ?? '',
    standingVersion(found),
  );
  const write = useCommand('assessment', 'writeSection');
  const confirm = useCommand('assessment', 'confirmSection');
  const failure = write.failure ?? confirm.failure;
  const send = async (): Promise<void> => {
    if (!(await write.run(caseId, { section, text: edit.value, version: edit.seen }))) return;
    edit.sent();
    onDone();
  };
  return (
    <div className="care-section">
      <AreaField
        label={words(`section.${section}`)}
        value={edit.value}
        onChange={edit.type}
        readOnly={!open}
        maxLength={2_000}
        rows={2}
      />
      <DraftNote draft={edit} />
      {open && edit.moved && (
        <Moved edit={edit} text={t('sectionMoved', { name: found?.by ?? '' })}>
          <blockquote>{found?.text}</blockquote>
        </Moved>
      )}
      <div className="care-actions">
        {found?.carried && (
          <StatusWord tone="warn" soft>
            {t('carried')}
          </StatusWord>
        )}
        {found && (
          <span className="ops-muted">
            {found.by}, {formatInstant(found.at)} · v{found.version}
          </span>
        )}
        {open && found?.carried && !edit.changed && (
          <Button
            size="compact-xs"
            variant="default"
            loading={confirm.pending}
            onClick={() => void confirm.run(caseId, { section }).then((done) => done && onDone())}
          >
            {t('confirm')}
          </Button>
        )}
        {open && edit.changed && !edit.moved && (
          <Button
            size="compact-xs"
            loading={write.pending}
            disabled={edit.value.trim() === ''}
            onClick={() => void send()}
          >
            {t('save')}
          </Button>
        )}
      </div>
      {failure && <InlineError failure={failure} />}
    </div>
  );
}
