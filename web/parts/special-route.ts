import type { ComponentType } from 'react';

/** A route whose screen is made by hand: `web/special/<name>/route.ts` exports one as `route`, or several as `routes`. */
export interface SpecialRoute {
  /** As the register of screens spells it, with its leading slash. */
  readonly path: string;
  readonly title: { readonly en: string; readonly es: string };
  /** The live list behind it: its number of rows becomes the badge in the menu. */
  readonly feed?: string;
  readonly load: () => Promise<ComponentType>;
}
