/** Both interpretations of ambiguous rules in the specification, with the one that applies. */

/**
 * The top menu: ten entries, or five and a More entry with up to three. Ten where there is room, else five
 * and More.
 */
export const topMenu = {
  ten: { shown: 10, more: 0 },
  fiveAndMore: { shown: 5, more: 3 },
  /** Width (px) below which ten entries do not fit. */
  roomForTen: 1180,
} as const;

export function topMenuFor(width: number): { readonly shown: number; readonly more: number } {
  return width >= topMenu.roomForTen ? topMenu.ten : topMenu.fiveAndMore;
}

/** Mobile breakpoints (px): the layout's for navigation, the menu's for the header's last labels. */
export const mobile = { menu: 450, layout: 959 } as const;

export function isMobile(width: number): boolean {
  return width <= mobile.layout;
}
export function isSmallest(width: number): boolean {
  return width <= mobile.menu;
}

/**
 * English and Spanish, English first; the other interpretation uses the browser's language when it is English
 * or French, else English.
 */
export const languageRule: 'chosen' | 'browser' = 'chosen';

export function startLanguage(viewing: 'chosen' | 'browser', browser: string): 'en' | 'es' | 'fr' {
  if (viewing === 'chosen') return 'en';
  return browser.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
