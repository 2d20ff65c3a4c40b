import { Button, SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '#web/parts/Panel.tsx';
import { setAppearance, useAppearance } from '#web/parts/theme/appearance.ts';
import { useFrame } from '#web/locales/translations.ts';
import { AccentChoice } from '../header/AccentChoice.tsx';
import { useShell } from '../translations.ts';
import type { LayoutSettings } from './settings.ts';
import { resetLayout, setLayout, sidebarStyles, useLayout } from './settings.ts';

function Choice<V extends string>({
  label,
  value,
  values,
  onChange,
}: {
  label: string;
  value: V;
  values: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}): ReactNode {
  return (
    <fieldset className="sh-choice">
      <legend>{label}</legend>
      <SegmentedControl
        fullWidth
        size="xs"
        value={value}
        data={[...values]}
        onChange={(next) => onChange(next as V)}
        orientation={values.length > 3 ? 'vertical' : 'horizontal'}
      />
    </fieldset>
  );
}

/** Layout and appearance of the console on this device. */
export function Customizer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useShell();
  const frame = useFrame();
  const layout = useLayout();
  const appearance = useAppearance();
  const set = (change: Partial<LayoutSettings>): void => setLayout(change);
  return (
    <Panel
      title={t('customize')}
      onClose={onClose}
      width={340}
      foot={
        <Button variant="default" onClick={() => resetLayout()}>
          {frame('reset')}
        </Button>
      }
    >
      <div className="sh-choices">
        <p className="ops-muted">{t('customizeHint')}</p>
        <Choice
          label={t('navigationPos')}
          value={layout.navigationPos}
          values={[
            { value: 'side', label: t('navigationPos.side') },
            { value: 'top', label: t('navigationPos.top') },
          ]}
          onChange={(navigationPos) => set({ navigationPos })}
        />
        <Choice
          label={t('sidebarStyle')}
          value={layout.sidebarStyle}
          values={sidebarStyles.map((value) => ({ value, label: t(`sidebar.${value}`) }))}
          onChange={(sidebarStyle) => set({ sidebarStyle })}
        />
        <Switch
          label={t('topbarFixed')}
          checked={layout.topbarFixed}
          onChange={(event) => set({ topbarFixed: event.currentTarget.checked })}
        />
        <Switch
          label={t('useBreadcrumb')}
          checked={layout.useBreadcrumb}
          onChange={(event) => set({ useBreadcrumb: event.currentTarget.checked })}
        />
        {layout.useBreadcrumb && (
          <Choice
            label={t('breadcrumb')}
            value={layout.breadcrumb}
            values={[
              { value: 'title', label: t('breadcrumb.title') },
              { value: 'simple', label: t('breadcrumb.simple') },
            ]}
            onChange={(breadcrumb) => set({ breadcrumb })}
          />
        )}
        <Choice
          label={t('dir')}
          value={appearance.dir}
          values={[
            { value: 'auto', label: t('dir.auto') },
            { value: 'ltr', label: t('dir.ltr') },
            { value: 'rtl', label: t('dir.rtl') },
          ]}
          onChange={(dir) => {
            setLayout({ dir: null });
            setAppearance({ dir });
          }}
        />
        <AccentChoice />
        <Choice
          label={t('scheme')}
          value={appearance.scheme}
          values={[
            { value: 'light', label: t('scheme.light') },
            { value: 'dark', label: t('scheme.dark') },
            { value: 'auto', label: t('scheme.auto') },
          ]}
          onChange={(scheme) => setAppearance({ scheme })}
        />
        <Choice
          label={t('density')}
          value={appearance.density}
          values={[
            { value: 'compact', label: t('density.compact') },
            { value: 'comfortable', label: t('density.comfortable') },
          ]}
          onChange={(density) => setAppearance({ density })}
        />
      </div>
    </Panel>
  );
}
