import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import type { Region } from '#shared/streams/prescriptions/pages.ts';
import { Evidence } from '#web/parts/evidence/Evidence.tsx';
import type { EvidenceMark } from '#web/parts/evidence/region.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useRxTranslations } from './translations.ts';
import './prescription.css';

export interface WorkbenchProps {
  readonly record: Pick<RxCase, 'id' | 'received' | 'sentBack' | 'question' | 'answer'>;
  readonly marks: readonly EvidenceMark[];
  readonly activeId?: string | null;
  readonly marking?: string | null;
  readonly onMark?: (region: Region) => void;
  readonly onPick?: (id: string) => void;
  readonly children: ReactNode;
}

/** The page on one side, the work on the other; notes about it above both. */
export function Workbench({
  record,
  marks,
  activeId = null,
  marking = null,
  onMark,
  onPick,
  children,
}: WorkbenchProps): ReactNode {
  const t = useRxTranslations();
  const { received, sentBack, question, answer } = record;
  return (
    <div className="rx">
      {sentBack && (
        <p className="rx-note ops-tone-warn">
          {t('sentBack', { name: sentBack.by.name, reason: sentBack.reason })}
        </p>
      )}
      {question && (
        <p className="rx-note">{t('question', { to: t(`to.${question.to}`), text: question.text })}</p>
      )}
      {answer && <p className="rx-note">{t('answer', { text: answer })}</p>}
      {received?.supersedes && <p className="rx-note">{t('supersedes', received.supersedes)}</p>}
      {received?.verbal && (
        <p className="rx-note ops-tone-warn">
          {t('verbal', { doctor: received.verbal.doctor, until: formatInstant(received.verbal.until) })}
        </p>
      )}
      <div className="rx-work">
        <div className="rx-page">
          <Evidence
            files={received?.files ?? []}
            through={`prescription-${record.id}`}
            marks={marks}
            activeId={activeId}
            marking={marking}
            {...(onMark ? { onMark } : {})}
            {...(onPick ? { onPick } : {})}
          />
        </div>
        <div className="rx-form">{children}</div>
      </div>
    </div>
  );
}
