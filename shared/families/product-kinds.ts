import type { Both } from './master-field.ts';

/** Types and forms of a product, shared by products and product requests. */
export const productKinds = {
  PHARMA: { en: 'Pharma', es: 'Fármaco' },
  OTC: { en: 'OTC', es: 'Venta libre' },
  DEVICE: { en: 'Device', es: 'Dispositivo' },
  SURGICAL: { en: 'Surgical', es: 'Quirúrgico' },
  NUTRACEUTICAL: { en: 'Nutraceutical', es: 'Nutracéutico' },
  COSMETIC: { en: 'Cosmetic', es: 'Cosmético' },
  APPAREL: { en: 'Apparel', es: 'Ropa' },
  CCKIT: { en: 'Care-kit part', es: 'Parte de kit' },
} as const satisfies Readonly<Record<string, Both>>;

/** Kinds of which it is known what is in them. */
export const goodsWithMolecules = ['PHARMA', 'OTC', 'NUTRACEUTICAL', 'COSMETIC'] as const;

export const productForms = {
  TAB: { en: 'Tablet', es: 'Comprimido' },
  CAP: { en: 'Capsule', es: 'Cápsula' },
  SYP: { en: 'Syrup', es: 'Jarabe' },
  INJ: { en: 'Injection', es: 'Inyección' },
  CRM: { en: 'Cream', es: 'Crema' },
  OINT: { en: 'Ointment', es: 'Pomada' },
  DROP: { en: 'Drops', es: 'Gotas' },
  INH: { en: 'Inhaler', es: 'Inhalador' },
  SACHET: { en: 'Sachet', es: 'Sobre' },
  DEVICE: { en: 'Device', es: 'Dispositivo' },
  PIECE: { en: 'Piece', es: 'Pieza' },
} as const satisfies Readonly<Record<string, Both>>;
