import type { MasterPlug } from '#web/families/master/plug.ts';
import { VariantMatrix } from './VariantMatrix.tsx';

/** Products with their variants: an apparel product shows the matrix of its style. */
export const plug: MasterPlug = { Details: VariantMatrix };
