import { createHash } from 'node:crypto';
import { spelledAmount } from '#shared/core/amount-text.ts';
import { monthAndYear, showDay } from '#shared/core/day.ts';
import { inRupees } from '#shared/core/money.ts';
import { fill, languages, translations, type Language } from '#shared/core/translations.ts';
import type { CustomerInvoice } from '#shared/streams/sales/customer-invoice.ts';
import { escapeHtml } from '../../http/escape-html.ts';

const texts = translations({
  en: {
    product: 'Ops Console',
    INVOICE: 'Tax invoice',
    CREDIT_NOTE: 'Credit note',
    gone: 'This link cannot be used',
    goneText: 'It is incomplete or has expired. Ask the store for a new one.',
    print: 'Print',
    number: 'Number',
    date: 'Date',
    against: 'Against invoice',
    to: 'Billed and delivered to',
    supply: 'Place of supply',
    reverse: 'Reverse charge',
    no: 'No',
    licence: 'Drug licence {{no}}',
    patient: 'Patient',
    prescriber: 'Prescriber',
    pharmacist: 'Pharmacist',
    units: 'Units {{n}}',
    batch: 'Batch {{batch}}, expires {{expiry}}, HSN {{hsn}}',
    mrp: 'MRP {{mrp}}',
    price: 'MRP {{mrp}}, discount {{discount}} %',
    state: 'State {{code}}',
    lineTax: 'Taxable {{taxable}}, tax {{rate}} % {{tax}}',
    taxable: 'Taxable',
    roundOff: 'Round-off',
    payable: 'Payable',
    credited: 'Credited since',
    advance: 'Paid in advance',
    creditPayable: 'Credited to you',
    note: 'Prices include tax. This is a computer-generated invoice.',
    creditNote: 'Prices include tax. This is a computer-generated credit note.',
    language: 'Language',
    terms: 'Terms of Use',
    privacy: 'Privacy Policy',
  },
  es: {
    product: 'Ops Console',
    INVOICE: 'Factura',
    CREDIT_NOTE: 'Nota de crédito',
    gone: 'Este enlace no se puede usar',
    goneText: 'Está incompleto o ha caducado. Pida uno nuevo a la tienda.',
    print: 'Imprimir',
    number: 'Número',
    date: 'Fecha',
    against: 'De la factura',
    to: 'Facturado y entregado a',
    supply: 'Lugar de suministro',
    reverse: 'Inversión del sujeto pasivo',
    no: 'No',
    licence: 'Licencia de medicamentos {{no}}',
    patient: 'Paciente',
    prescriber: 'Prescriptor',
    pharmacist: 'Farmacéutico',
    units: 'Unidades {{n}}',
    batch: 'Lote {{batch}}, caduca {{expiry}}, HSN {{hsn}}',
    mrp: 'PVP {{mrp}}',
    price: 'PVP {{mrp}}, descuento {{discount}} %',
    state: 'Estado {{code}}',
    lineTax: 'Base {{taxable}}, impuesto {{rate}} % {{tax}}',
    taxable: 'Base',
    roundOff: 'Redondeo',
    payable: 'A pagar',
    credited: 'Abonado después',
    advance: 'Pagado por adelantado',
    creditPayable: 'Abonado a su favor',
    note: 'Los precios incluyen impuestos. Factura generada de forma electrónica.',
    creditNote: 'Los precios incluyen impuestos. Nota de crédito generada de forma electrónica.',
    language: 'Idioma',
    terms: 'Condiciones de uso',
    privacy: 'Política de privacidad',
  },
});
const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };
/** Copyright year of the specification's footer. */
const copyrightYear = 2020;

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:720px;padding:16px;overflow-wrap:anywhere}' +
  'header,footer,li,.sum div{display:flex;justify-content:space-between;gap:4px 16px;flex-wrap:wrap}' +
  'h1{font-size:22px;margin:16px 0 0}p,dl,dd,ul{margin:0;padding:0}main{display:grid;gap:16px}' +
  'dl.facts div{display:grid;grid-template-columns:minmax(110px,1fr) 2fr;gap:12px}dt,small{opacity:.75;font-size:14px}' +
  'ul{list-style:none;border-top:1px solid #8888}li{padding:8px 0;border-bottom:1px solid #8888;break-inside:avoid}' +
  'li b{flex:1}li small{flex-basis:100%}.n{font-variant-numeric:tabular-nums;white-space:nowrap}.pay{font-size:20px;font-weight:600}' +
  'footer{font-size:13px;margin-top:24px;padding-top:8px;border-top:1px solid #8888}a{color:inherit}' +
  'nav a{display:inline-block;padding:10px 4px}nav [aria-current]{font-weight:600;text-decoration:none}' +
  'button{font:inherit;padding:8px 16px;min-height:44px;justify-self:start}header{align-items:center}@media print{:root{color-scheme:light}nav,footer,button{display:none}body{padding:0;color:#000}}';
/** Printing is the only thing that needs a script: the button is there only where one runs. */
const script =
  "const b=document.getElementById('print');if(b){b.hidden=false;b.addEventListener('click',()=>print())}";
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, sent or framed; only the style and the script of the page itself count. */
export const invoicePagePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface PageFrame {
  readonly language: Language;
  /** The provider's own site, for its terms and privacy policy. */
  readonly site: string | undefined;
}

type Text = (key: keyof typeof texts.en, values?: Readonly<Record<string, unknown>>) => string;
/** A text of the page, with its values, safe inside an element. */
const textsOf =
  (language: Language): Text =>
  (key, values) =>
    escapeHtml(fill(texts[language][key], values));

function frame({ language, site }: PageFrame, title: string, body: string): string {
  const t = textsOf(language);
  const choices = languages
    .map(
      (one) =>
        `<a href="?language=${one}" lang="${one}" hreflang="${one}"${one === language ? ' aria-current="true"' : ''}>${languageNames[one]}</a>`,
    )
    .join(' ');
  const pages = (['terms', 'privacy'] as const)
    .map((path) =>
      site
        ? `<a href="${escapeHtml(site.replace(/\/$/, ''))}/${path}" rel="noreferrer">${t(path)}</a>`
        : `<span>${t(path)}</span>`,
    )
    .join(' ');
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body>` +
    `<header><strong>${t('product')}</strong><nav aria-label="${t('language')}">${choices}</nav></header>` +
    `<main>${body}</main><footer><span>Copyright ${copyrightYear}</span>${pages}</footer><script>${script}</script></body></html>`
  );
}

/** One answer for every link that opens nothing, so that a guess learns nothing. */
export function gonePage(around: PageFrame): string {
  const t = textsOf(around.language);
  return frame(around, t('gone'), `<h1>${t('gone')}</h1><p>${t('goneText')}</p>`);
}

/** The invoice of a customer, complete as the law wants it: for any phone, without a script, and printed. */
export function invoicePage(invoice: CustomerInvoice, around: PageFrame): string {
  const t = textsOf(around.language);
  const { seller, totals, lines } = invoice;
  const isCredit = invoice.kind === 'CREDIT_NOTE';
  const money = (paise: number): string => `<span class="n">${escapeHtml(inRupees(paise))}</span>`;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('number'), invoice.number],
    [t('date'), showDay(invoice.issuedOn)],
    ...(invoice.against ? [[t('against'), invoice.against] as const] : []),
    [t('to'), [invoice.customer, invoice.address].filter(Boolean).join(', ')],
    [t('supply'), fill(texts[around.language].state, { code: invoice.stateCode })],
    [t('reverse'), texts[around.language].no],
    ...(invoice.patient ? [[t('patient'), invoice.patient] as const] : []),
    ...(invoice.prescriber ? [[t('prescriber'), invoice.prescriber] as const] : []),
    ...(invoice.pharmacist
      ? [[t('pharmacist'), `${invoice.pharmacist} ${invoice.pharmacistRegNo}`] as const]
      : []),
  ];
  const sums: readonly (readonly [label: string, paise: number])[] = [
    [t('taxable'), totals.taxable],
    ...(
      [
        ['CGST', totals.cgst],
        ['SGST', totals.sgst],
        ['IGST', totals.igst],
      ] as const
    ).filter(([, paise]) => paise !== 0),
    [t('roundOff'), totals.roundOff],
  ];
  const head = [seller.name, seller.address, `GSTIN ${seller.gstin}`].map(escapeHtml);
  if (seller.licence) head.push(t('licence', { no: seller.licence }));
  return frame(
    around,
    `${t(invoice.kind)} ${escapeHtml(invoice.number)}`,
    `<h1>${t(invoice.kind)}</h1><p>${head.join('<br>')}</p><button id="print" type="button" hidden>${t('print')}</button>` +
      `<dl class="facts">${facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>` +
      `<ul>${lines
        .map((line) => {
          const { mrpPaise, discBp, gstBp, taxable, cgst, sgst, igst } = line;
          const details = [
            t('units', { n: line.qty }) + (line.maker ? ` · ${escapeHtml(line.maker)}` : ''),
            t('batch', {
              batch: line.batch,
              expiry: line.expiry === null ? '–' : monthAndYear(line.expiry),
              hsn: line.hsn,
            }),
            t(discBp === 0 ? 'mrp' : 'price', { mrp: inRupees(mrpPaise), discount: discBp / 100 }),
            t('lineTax', {
              taxable: inRupees(taxable),
              rate: gstBp / 100,
              tax: inRupees(cgst + sgst + igst),
            }),
          ];
          return `<li><b>${escapeHtml(line.product)}</b>${money(line.total)}${details.map((one) => `<small>${one}</small>`).join('')}</li>`;
        })
        .join('')}</ul>` +
      `<dl class="sum">${sums.map(([label, paise]) => `<div><dt>${label}</dt><dd>${money(paise)}</dd></div>`).join('')}` +
      `<div class="pay"><dt>${t(isCredit ? 'creditPayable' : 'payable')}</dt><dd>${money(totals.payable)}</dd></div>` +
      (invoice.advancePaise > 0
        ? `<div><dt>${t('advance')}</dt><dd>${money(invoice.advancePaise)}</dd></div>`
        : '') +
      (invoice.creditedPaise > 0
        ? `<div><dt>${t('credited')}</dt><dd>${money(-invoice.creditedPaise)}</dd></div>`
        : '') +
      `</dl><p>${escapeHtml(spelledAmount(totals.payable, around.language))}</p><p><small>${t(isCredit ? 'creditNote' : 'note')}</small></p>`,
  );
}
