import { translations } from '#shared/core/translations.ts';

/** Texts of every printed document. */
export const printTranslations = translations({
  en: {
    page: 'Page {{n}} of {{of}}',
    printedAt: 'printed',
    duplicate: 'DUPLICATE',
    parcelOf: 'Parcel {{n}} of {{of}}',
    'total.taxable': 'Taxable value',
    'total.cgst': 'CGST',
    'total.sgst': 'SGST',
    'total.igst': 'IGST',
    'total.roundOff': 'Round-off',
    'total.payable': 'Total (INR)',
  },
  es: {
    page: 'Página {{n}} de {{of}}',
    printedAt: 'impreso',
    duplicate: 'DUPLICADO',
    parcelOf: 'Bulto {{n}} de {{of}}',
    'total.taxable': 'Base imponible',
    'total.cgst': 'CGST',
    'total.sgst': 'SGST',
    'total.igst': 'IGST',
    'total.roundOff': 'Redondeo',
    'total.payable': 'Total (INR)',
  },
});
