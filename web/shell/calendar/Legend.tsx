import type { ReactNode } from 'react';
import { InlineError } from '#web/parts/states.tsx';
import { usePreference } from '../use-preference.ts';
import type { Layer } from './items.ts';
import { layers } from './items.ts';
import { useCalendarTranslations } from './translations.ts';

/** Hidden layers, a personal setting that follows to every device. */
export function useHiddenLayers() {
  const kept = usePreference<readonly string[]>('calendar', []);
  const toggle = (layer: Layer): void =>
    void kept.save(
      kept.value.includes(layer) ? kept.value.filter((one) => one !== layer) : [...kept.value, layer],
    );
  return { hidden: new Set(kept.value), toggle, failure: kept.failure, dismiss: kept.dismiss };
}

/** The layers with their colours, each with a toggle. */
export function Legend({ of }: { of: ReturnType<typeof useHiddenLayers> }): ReactNode {
  const t = useCalendarTranslations();
  return (
    <>
      <div className="cal-legend" role="group" aria-label={t('layers')}>
        {layers.map((layer) => (
          <button
            key={layer}
            type="button"
            className="cal-layer"
            data-layer={layer}
            aria-pressed={!of.hidden.has(layer)}
            onClick={() => of.toggle(layer)}
          >
            {t(`layer.${layer}`)}
          </button>
        ))}
      </div>
      {of.failure && <InlineError failure={of.failure} onDismiss={of.dismiss} />}
    </>
  );
}
