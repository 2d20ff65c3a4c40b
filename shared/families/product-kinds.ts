import type { Both } from './master-field.ts';

/** What a product is and how it comes; a product and a request for one choose from the same. */
export const productKinds = {
  PHARMA: ['Pharma', 'Fármaco'],
  OTC: ['OTC', 'Venta libre'],
  DEVICE: ['Device', 'Dispositivo'],
  SURGICAL: ['Surgical', 'Quirúrgico'],
  NUTRACEUTICAL: ['Nutraceutical', 'Nutracéutico'],
  COSMETIC: ['Cosmetic', 'Cosmético'],
  APPAREL: ['Apparel', 'Ropa'],
  CCKIT: ['Care-kit part', 'Parte de kit'],
} as const satisfies Readonly<Record<string, Both>>;

export const productForms = {
  TAB: ['Tablet', 'Comprimido'],
  CAP: ['Capsule', 'Cápsula'],
  SYP: ['Syrup', 'Jarabe'],
  INJ: ['Injection', 'Inyección'],
  CRM: ['Cream', 'Crema'],
  OINT: ['Ointment', 'Pomada'],
  DROP: ['Drops', 'Gotas'],
  INH: ['Inhaler', 'Inhalador'],
  SACHET: ['Sachet', 'Sobre'],
  DEVICE: ['Device', 'Dispositivo'],
  PIECE: ['Piece', 'Pieza'],
} as const satisfies Readonly<Record<string, Both>>;
