import type { MasterPlug } from '#web/families/master/plug.ts';
import { NearProducts } from './NearProducts.tsx';

/** Requests for new products: the nearest products of the catalogue, each dismissed as "not the same". */
export const plug: MasterPlug = { Assist: NearProducts, assisted: ['notSameIds'] };
