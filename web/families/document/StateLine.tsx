import type { ReactNode } from 'react';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useStepBy } from '#web/parts/step-by.ts';
import { formatInstant } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { useDocumentTranslations } from './translations.ts';

/** Exceptional stages: never the next one. */
const asides: ReadonlySet<string> = new Set(['cancel', 'reject', 'refuse', 'lapse', 'shortClose']);

/** A document's past stages, its current one, and the next regular one. */
export function StateLine({
  def,
  state,
  own,
}: {
  def: DocumentDef;
  state: DocumentState;
  own: Translate;
}): ReactNode {
  const t = useDocumentTranslations();
  const stepBy = useStepBy();
  const passed = state.steps.filter(
    ({ stage }, i) => state.steps.findIndex((one) => one.stage === stage) === i,
  );
  const now = passed.findIndex(({ stage }) => stage === state.stage);
  const before = now < 0 ? passed : passed.slice(0, now);
  const at = now < 0 ? undefined : state.steps.findLast(({ stage }) => stage === state.stage);
  const next = def.life
    .steps(state.stage)
    .filter((step) => !asides.has(step))
    .map((step) => def.life.next(state.stage, step))
    .find((stage) => stage !== null && stage !== state.stage && !passed.some((one) => one.stage === stage));
  return (
    <ol className="do-state" aria-label={t('steps')}>
      {before.map(({ stage, by, at: time }) => (
        <li key={stage} title={t('stepBy', { name: stepBy(by), time: formatInstant(time) })}>
          {own(`stage.${stage}`)}
        </li>
      ))}
      <li
        aria-current="step"
        title={at ? t('stepBy', { name: stepBy(at.by), time: formatInstant(at.at) }) : undefined}
      >
        <StatusWord soft tone={def.tones?.[state.stage] ?? 'accent'}>
          {own(`stage.${state.stage}`)}
        </StatusWord>
        {at?.note && <span className="ops-muted"> {at.note}</span>}
      </li>
      {next && (
        <li className="ops-muted" data-next>
          {own(`stage.${next}`)}
        </li>
      )}
    </ol>
  );
}
