import type { MasterDef } from '#shared/families/master-def.ts';
import { waitingFilter } from '#shared/families/master-waits.ts';
import type { MasterPage } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import type { GridSort } from '#web/parts/grid/source.ts';
import { formatInstant, formatNumber } from '#web/words/formats.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { standingText, waitsSince } from './columns.tsx';
import type { Speech } from './columns.tsx';
import { door } from './declaration.ts';
import { askQuery, sortText } from './list-rows.ts';
import type { ListAsk } from './list-rows.ts';
import { fieldText } from './value-text.ts';

/** One page of the list as it stands, on paper: as many rows as the master allows, and a line when there are more. */
export async function printList(def: MasterDef, ask: ListAsk, sort: readonly GridSort[], visible: readonly string[], speech: Speech): Promise<void> {
  const page = await api.get<MasterPage>(door('list', def.name), { query: { ...askQuery(ask), sort: sortText(def, sort), records: def.pageSize } });
  const columns = def.columns.filter(({ key }) => visible.includes(key));
  const cells = page.rows.map((row) =>
    columns.map(({ key, field, count }) => {
      if (key === 'iStatus') return standingText(def, row, speech);
      if (key === 'iId') return String(row.id);
      if (key === 'updatedBy') return speech.author(row.updatedBy);
      if (key === waitingFilter.name) return formatInstant(waitsSince(def, row) ?? '');
      if (key === 'updatedAt') return formatInstant(row.updatedAt);
      if (count) return row.fields[key] == null ? '' : formatNumber(Number(row.fields[key]), 0);
      return field ? fieldText(field, row.fields[key], { ...speech, labels: page.labels }) : '';
    }),
  );
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:0;height:0;border:0';
  document.body.append(frame);
  const paper = frame.contentDocument!;
  paper.documentElement.lang = document.documentElement.lang;
  paper.documentElement.dir = document.documentElement.dir;
  const sheet = new (frame.contentWindow as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(
    'body{font:11px/1.4 system-ui,sans-serif;margin:0}h1{font-size:15px;margin:0 0 4px}p{margin:0 0 8px}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #999;padding:3px 6px;text-align:start;vertical-align:top}thead{display:table-header-group}tr{break-inside:avoid}',
  );
  paper.adoptedStyleSheets = [sheet];
  paper.title = speech.own('title');
  const put = (parent: HTMLElement, tag: string, text?: string): HTMLElement => {
    const element = paper.createElement(tag);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };
  put(paper.body, 'h1', speech.own('title'));
  const shown = formatNumber(page.rows.length, 0);
  put(
    paper.body,
    'p',
    `${formatInstant(serverClock.now())} · ${page.total > page.rows.length ? speech.t('cut', { shown, total: formatNumber(page.total, 0), limit: formatNumber(page.limit, 0) }) : speech.t('printed', { count: page.rows.length, shown })}`,
  );
  const table = put(paper.body, 'table');
  const head = put(put(table, 'thead'), 'tr');
  for (const { key } of columns) put(head, 'th', speech.own(`column.${key}`));
  const body = put(table, 'tbody');
  for (const line of cells) {
    const row = put(body, 'tr');
    for (const text of line) put(row, 'td', text);
  }
  const away = (): void => frame.remove();
  frame.contentWindow!.addEventListener('afterprint', away);
  frame.contentWindow!.print();
  setTimeout(away, 60_000);
}
