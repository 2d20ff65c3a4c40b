import type { ComponentType } from 'react';

/**
 * A route with a hand-made screen: `web/special/<name>/route.ts` exports one as `route`, or several as
 * `routes`.
 */
export interface SpecialRoute {
  /** As the screen register spells it, with its leading slash. */
  readonly path: string;
  readonly title: { readonly en: string; readonly es: string };
  /** The feed whose number of rows is the menu's badge. */
  readonly feed?: string;
  readonly load: () => Promise<ComponentType>;
}
