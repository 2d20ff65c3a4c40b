import { translations } from '../../core/translations.ts';

/** Refusals that any document may give; every document's stream has them among its texts. */
export const documentRefusals = translations({
  en: {
    wrongState: '{{doc}} is {{state}}; this can be done only when it is {{allowed}}.',
    pooNotMapped: 'You are not mapped to {{poo}}.',
    dayClosed: '{{poo}} has closed {{date}}. Ask accounts to reopen the day.',
    selfApproval: 'The person who made this cannot approve it.',
    approvalLimit: 'Your approval limit is {{limit}}; this needs {{role}}.',
    fieldConflict:
      '{{by}} changed the same field at {{at}}. Your change is kept here; compare and save again.',
    lineGone: 'Somebody else removed this line. Add it again if it is needed.',
    noLines: 'Add at least one line.',
    productTwice: '{{product}} is on another line already. Change the quantity there.',
    productNotActive: '{{product}} is {{status}} and cannot be {{action}}.',
    reprintReason: 'It was printed before. Enter a reason for printing it again.',
    noLongerNeeded: 'There is nothing left to do.',
    alreadyExists: 'This exists already.',
    tooManyItems: '{{label}}: at most {{n}}.',
    sundayNotAllowed: 'Sundays cannot be selected.',
    supplierNotActive: '{{supplier}} is {{status}}.',
    supplierLicenceExpired: 'Drug licence {{no}} of {{supplier}} ended on {{date}}.',
    costAboveMrp: 'Price {{ptr}} plus GST is above MRP {{mrp}}.',
    noRate: 'There is no GST rate for {{product}} on {{date}}. Set its GST class.',
    duplicateSupplierInvoice: 'Invoice {{no}} of {{supplier}} was already entered in {{doc}}.',
  },
  es: {
    wrongState: '{{doc}} está en «{{state}}»; esto solo puede hacerse en «{{allowed}}».',
    pooNotMapped: 'Usted no está asignado a {{poo}}.',
    dayClosed: '{{poo}} cerró el {{date}}. Pida a contabilidad que reabra el día.',
    selfApproval: 'Quien lo hizo no puede aprobarlo.',
    approvalLimit: 'Su límite de aprobación es {{limit}}; esto requiere {{role}}.',
    fieldConflict:
      '{{by}} cambió el mismo campo a las {{at}}. Su cambio se conserva aquí; compare y guarde de nuevo.',
    lineGone: 'Otra persona quitó esta línea. Añádala de nuevo si hace falta.',
    noLines: 'Añada al menos una línea.',
    productTwice: '{{product}} ya está en otra línea. Cambie allí la cantidad.',
    productNotActive: '{{product}} está en estado «{{status}}» y no puede usarse ({{action}}).',
    reprintReason: 'Ya se imprimió. Indique el motivo para imprimirlo de nuevo.',
    noLongerNeeded: 'Ya no hay nada que hacer.',
    alreadyExists: 'Esto ya existe.',
    tooManyItems: '{{label}}: como máximo {{n}}.',
    sundayNotAllowed: 'No se pueden elegir domingos.',
    supplierNotActive: '{{supplier}} está en estado «{{status}}».',
    supplierLicenceExpired: 'La licencia de medicamentos {{no}} de {{supplier}} venció el {{date}}.',
    costAboveMrp: 'El precio {{ptr}} más GST supera el PVP {{mrp}}.',
    noRate: 'No hay tipo de GST para {{product}} el {{date}}. Indique su clase de GST.',
    duplicateSupplierInvoice: 'La factura {{no}} de {{supplier}} ya se registró en {{doc}}.',
  },
});

/** The texts of a document's stream: the family's refusals and its own. */
export function documentTranslations<const E extends Readonly<Record<string, string>>>(own: {
  readonly en: E;
  readonly es: { readonly [K in keyof E]: string };
}) {
  return translations({
    en: { ...documentRefusals.en, ...own.en },
    es: { ...documentRefusals.es, ...own.es },
  });
}
