/** Where the specification can be read in two ways: both readings stand here, the one that holds is named beside them. */

/** The top menu: the first ten, or five and a More entry with up to three. Ten where there is room; five and More where it is narrow. */
export const topMenu = {
  ten: { shown: 10, more: 0 },
  fiveAndMore: { shown: 5, more: 3 },
  /** Below this width (px) the ten do not fit and the other reading holds. */
  roomForTen: 1180,
} as const;

export function topMenuFor(width: number): { readonly shown: number; readonly more: number } {
  return width >= topMenu.roomForTen ? topMenu.ten : topMenu.fiveAndMore;
}

/** What counts as mobile: the layout's reading decides about navigation, the menu's about the last of the header's words. */
export const mobile = { menu: 450, layout: 959 } as const;

export function isMobile(width: number): boolean {
  return width <= mobile.layout;
}
export function isSmallest(width: number): boolean {
  return width <= mobile.menu;
}

/** Languages: English and Spanish, English first; the other reading takes the browser's when it is English or French, else English. */
export const languageReading: 'chosen' | 'browser' = 'chosen';

export function startLanguage(reading: 'chosen' | 'browser', browser: string): 'en' | 'es' | 'fr' {
  if (reading === 'chosen') return 'en';
  return browser.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
