import type { FastifyRequest } from 'fastify';
import { serverPages } from '#shared/access/server-pages.ts';
import { headOf } from '#shared/core/cut.ts';
import { isLanguage, type Language } from '#shared/core/translations.ts';
import type { WireError } from '#shared/wire.ts';
import { escapeHtml } from './escape-html.ts';

const texts = {
  en: { title: 'This page cannot be shown now', reference: 'Reference' },
  es: { title: 'Esta página no se puede mostrar ahora', reference: 'Referencia' },
} as const satisfies Readonly<Record<Language, object>>;

/** Whether a person opened the address as a page, and so reads the refusal itself rather than a program. */
export const isPage = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && (serverPages.has(routeOptions.url ?? '') || headers['sec-fetch-mode'] === 'navigate');

/** The language that the page was opened in, where its address names one. */
export function chosenLanguage({ query }: FastifyRequest): Language | null {
  const language = (query as { readonly language?: unknown } | null)?.language;
  return isLanguage(language) ? language : null;
}

export const refusalPagePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A refusal for a browser that opened a page: plain HTML that needs no script, style or console. */
export function refusalPage({ message, correlationId }: WireError, language: Language): string {
  const t = texts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${t.title}</title>
</head>
<body>
<h1>${t.title}</h1>
<p>${escapeHtml(message)}</p>
<p><small>${t.reference} ${escapeHtml(headOf(correlationId, 8))}</small></p>
</body>
</html>
`;
}
