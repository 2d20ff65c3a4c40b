import { inRupees } from '../../../core/money.ts';
import { fill, isLanguage, textIn } from '../../../core/translations.ts';
import type { PaylinkState } from './state.ts';

const text = {
  en: 'Please pay {{amount}} for {{invoice}} here: {{url}}',
  es: 'Pague {{amount}} por {{invoice}} aquí: {{url}}',
};

/** The message with a payment link, in the customer's language; in English where there is no text in theirs. */
export function linkMessage(
  { invoiceNumber, paise }: Pick<PaylinkState, 'invoiceNumber' | 'paise'>,
  url: string,
  language: string | null,
): string {
  return fill(textIn(text, isLanguage(language) ? language : 'en'), {
    amount: inRupees(paise),
    invoice: invoiceNumber,
    url,
  });
}
