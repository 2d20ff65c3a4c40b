import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import type {
  CSSVariablesResolver,
  MantineColorsTuple,
  MantineThemeOverride,
  VariantColorsResolver,
} from '@mantine/core';
import { palettes } from './palettes.ts';
import type { Accent } from './palettes.ts';
import { tones } from './tones.ts';
import type { Scheme, Tones } from './tones.ts';

export const textFont =
  "'Inter Variable', 'Noto Sans Devanagari Variable', 'Inter', 'Noto Sans', 'Segoe UI', system-ui, -apple-system, 'Roboto', 'Helvetica Neue', sans-serif";
export const codeFont =
  "'JetBrains Mono Variable', 'JetBrains Mono', 'Noto Sans Mono', ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace";

const toneNames = ['danger', 'warn', 'ok', 'info'];

/** Colours of buttons and badges by role, so that every variant is legible in every theme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color ?? input.theme.primaryColor;
  const plain = 'transparent';
  const role = toneNames.includes(color) ? color : null;
  const accent = color === 'accent' || color === input.theme.primaryColor;
  if (!role && !accent) return defaultVariantColorsResolver(input);
  const strong = role ? `var(--ops-${role})` : 'var(--ops-accent)';
  const text = role ? `var(--ops-${role})` : 'var(--ops-accent-text)';
  const soft = role ? `var(--ops-${role}-soft)` : 'var(--ops-accent-soft)';
  const onSoft = role ? text : 'var(--ops-on-soft)';
  switch (input.variant) {
    case 'filled': {
      const hover = role
        ? `color-mix(in oklab, ${strong}, var(--ops-strong) 18%)`
        : 'var(--ops-accent-hover)';
      return {
        background: strong,
        hover,
        color: role ? 'var(--ops-tone-ink)' : 'var(--ops-accent-ink)',
        border: plain,
      };
    }
    case 'light':
      return {
        background: soft,
        hover: `color-mix(in oklab, ${soft}, ${strong} 12%)`,
        color: onSoft,
        border: plain,
      };
    case 'outline':
      return { background: plain, hover: 'var(--ops-surface-2)', color: text, border: `1px solid ${text}` };
    case 'subtle':
    case 'transparent':
      return {
        background: plain,
        hover: input.variant === 'subtle' ? 'var(--ops-surface-2)' : plain,
        color: text,
        border: plain,
      };
    default:
      return defaultVariantColorsResolver(input);
  }
};

function greys(light: Tones): MantineColorsTuple {
  return [
    light.surface0,
    light.surface2,
    light.surface3,
    light.line,
    light.line,
    light.lineStrong,
    light.muted,
    light.muted,
    light.normal,
    light.strong,
  ];
}

function darks(dark: Tones): MantineColorsTuple {
  return [
    dark.normal,
    dark.normal,
    dark.muted,
    dark.lineStrong,
    dark.line,
    dark.surface3,
    dark.surface2,
    dark.surface1,
    dark.surface0,
    dark.surface0,
  ];
}

const controlVars = (size: unknown): boolean => size === undefined || size === 'sm';

/** The console's Mantine theme for one accent. */
export function themeOf(accent: Accent): MantineThemeOverride {
  const { light, dark } = tones[accent];
  return createTheme({
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 6 },
    autoContrast: true,
    colors: { accent: palettes[accent] as MantineColorsTuple, gray: greys(light), dark: darks(dark) },
    white: '#ffffff',
    black: light.strong,
    fontFamily: textFont,
    fontFamilyMonospace: codeFont,
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
    spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
    defaultRadius: 'sm',
    headings: {
      fontFamily: textFont,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '28px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '14px', lineHeight: '20px' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    other: { accent },
    variantColorResolver,
    components: {
      Input: {
        vars: (_theme: unknown, props: { size?: unknown; multiline?: boolean }) =>
          controlVars(props.size)
            ? {
                wrapper: {
                  '--input-height': 'var(--ops-control)',
                  '--input-fz': '13px',
                  '--input-padding-y': '4px',
                },
              }
            : { wrapper: {} },
      },
      InputWrapper: { defaultProps: { size: 'sm' } },
      Button: {
        defaultProps: { size: 'sm' },
        vars: (_theme: unknown, props: { size?: unknown }) =>
          controlVars(props.size)
            ? {
                root: {
                  '--button-height': 'var(--ops-control)',
                  '--button-fz': '13px',
                  '--button-padding-x': '12px',
                },
              }
            : { root: {} },
      },
      ActionIcon: {
        defaultProps: { variant: 'subtle', color: 'accent' },
        vars: (_theme: unknown, props: { size?: unknown }) =>
          props.size === undefined || props.size === 'md'
            ? { root: { '--ai-size': 'var(--ops-control)' } }
            : { root: {} },
      },
      NavLink: { styles: { root: { paddingBlock: 4, borderRadius: 'var(--mantine-radius-sm)' } } },
      Badge: {
        defaultProps: { radius: 'sm', variant: 'light' },
        styles: { root: { textTransform: 'none', fontWeight: 600 } },
      },
      Tooltip: {
        defaultProps: {
          openDelay: 400,
          withArrow: true,
          fz: 'xs',
          events: { hover: true, focus: true, touch: false },
        },
      },
      Modal: {
        defaultProps: {
          centered: true,
          transitionProps: { duration: 120 },
          overlayProps: { color: 'var(--ops-shade)', backgroundOpacity: 1 },
        },
      },
      Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
      Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
      Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
      Combobox: { defaultProps: { transitionProps: { duration: 80 } } },
      Paper: { defaultProps: { withBorder: true } },
      Notification: { defaultProps: { withBorder: true } },
    },
  });
}

function toneVariables(tone: Tones, scheme: Scheme): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(tone))
    out[`--ops-${name.replace(/([A-Z]|\d)/g, '-$1').toLowerCase()}`] = value;
  out['--ops-tone-ink'] = toneInk(tone, scheme);
  return {
    ...out,
    '--mantine-color-body': tone.surface1,
    '--mantine-color-text': tone.normal,
    '--mantine-color-bright': tone.strong,
    '--mantine-color-dimmed': tone.muted,
    '--mantine-color-placeholder': tone.muted,
    '--mantine-color-error': tone.danger,
    '--mantine-color-anchor': tone.accentText,
    '--mantine-color-default': tone.surface1,
    '--mantine-color-default-hover': tone.surface2,
    '--mantine-color-default-color': tone.normal,
    '--mantine-color-default-border': tone.line,
    '--mantine-color-disabled': tone.surface2,
    '--mantine-color-disabled-color': tone.muted,
    '--mantine-color-disabled-border': tone.line,
    '--mantine-primary-color-filled': tone.accent,
    '--mantine-primary-color-filled-hover': tone.accentHover,
    '--mantine-primary-color-light': tone.accentSoft,
    '--mantine-primary-color-light-hover': tone.surface2,
    '--mantine-primary-color-light-color': tone.onSoft,
    '--mantine-primary-color-contrast': tone.accentInk,
  };
}

/** Text colour on a filled danger, warn, ok or info background. */
export function toneInk(tone: Tones, scheme: Scheme): string {
  return scheme === 'light' ? '#ffffff' : tone.surface0;
}

export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const { light, dark } = tones[(theme.other as { accent: Accent }).accent];
  return { variables: {}, light: toneVariables(light, 'light'), dark: toneVariables(dark, 'dark') };
};
