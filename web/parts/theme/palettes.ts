/**
 * Accent scales, light to dark, computed once in OKLCH (hues 300, 357, 255, 275) and stored as plain values.
 */
export const accents = ['darkPurple', 'darkPink', 'blue', 'indigo'] as const;
export type Accent = (typeof accents)[number];
export type Scale = readonly [string, string, string, string, string, string, string, string, string, string];

export const palettes: Readonly<Record<Accent, Scale>> = {
  darkPurple: [
    '#f8f5fe',
    '#f0e9ff',
    '#dfd1fc',
    '#cbb2f8',
    '#b28fef',
    '#9365d7',
    '#7c49c0',
    '#6736a5',
    '#512984',
    '#3a1e5e',
  ],
  darkPink: [
    '#fef4f7',
    '#ffe5ed',
    '#fbc9da',
    '#f6a6c2',
    '#e97da6',
    '#cc4d83',
    '#b42c6c',
    '#991758',
    '#7a0f45',
    '#580e31',
  ],
  blue: [
    '#f1f7ff',
    '#e2eeff',
    '#c1dcfe',
    '#97c4fe',
    '#65a7fa',
    '#378bee',
    '#0671d9',
    '#005db6',
    '#004a94',
    '#02376f',
  ],
  indigo: [
    '#f5f6fe',
    '#e7ecff',
    '#ced7ff',
    '#afbdfe',
    '#8c9cfb',
    '#6f7df0',
    '#5863da',
    '#474fbd',
    '#383e98',
    '#292f6f',
  ],
};
