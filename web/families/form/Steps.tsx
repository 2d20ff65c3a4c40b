import type { ReactNode } from 'react';
import type { FormDef } from '#shared/families/form.ts';
import { IconAlertCircle, IconArrowLeft, IconCheck } from '#web/parts/icons.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useFormTranslations } from './translations.ts';

export interface StepsProps {
  readonly def: FormDef;
  readonly at: number;
  /** Number of shown problems, by step. */
  readonly wrong: readonly number[];
  readonly done: readonly boolean[];
  readonly onGo: (index: number) => void;
  /** Leads back to the drafts; null where none are kept. */
  readonly onClose: (() => void) | null;
}

/** The steps as navigation; each states its status in words. */
export function Steps({ def, at, wrong, done, onGo, onClose }: StepsProps): ReactNode {
  const t = useFormTranslations();
  const own = useTranslations(def.name).t;
  return (
    <nav className="fo-steps" aria-label={t('steps')}>
      {onClose && (
        <button type="button" className="fo-steps-back" onClick={onClose}>
          <IconArrowLeft size={14} aria-hidden="true" /> {t('back')}
        </button>
      )}
      <ol>
        {def.steps.map((step, index) => {
          const text =
            index === at
              ? t('stepNow')
              : (wrong[index] ?? 0) > 0
                ? t('stepWrong')
                : done[index]
                  ? t('stepDone')
                  : t('stepOpen');
          return (
            <li key={step.name}>
              <button
                type="button"
                aria-current={index === at ? 'step' : undefined}
                data-wrong={(wrong[index] ?? 0) > 0 || undefined}
                data-done={done[index] || undefined}
                onClick={() => onGo(index)}
              >
                <span className="fo-mark ops-figures" aria-hidden="true">
                  {(wrong[index] ?? 0) > 0 ? (
                    <IconAlertCircle size={14} />
                  ) : done[index] ? (
                    <IconCheck size={13} />
                  ) : (
                    index + 1
                  )}
                </span>
                <span>{own(`step.${step.name}`)}</span>
                <span className="ops-hidden">, {text}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
