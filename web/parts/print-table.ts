import { personNow } from '#web/live/person.ts';

/** Columns that an upright page has room for; a wider table lies on its side. */
const mostUpright = 14;

/** Prints a table under a heading and a note with who prints it, in this page's language and direction; its pages are numbered. */
export function printTable({
  title,
  note,
  heads,
  rows,
}: {
  readonly title: string;
  readonly note: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:0;height:0;border:0';
  document.body.append(frame);
  const paper = frame.contentDocument!;
  paper.documentElement.lang = document.documentElement.lang;
  paper.documentElement.dir = document.documentElement.dir;
  const sheet = new (frame.contentWindow as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(
    `@page{@bottom-right{content:counter(page) ' / ' counter(pages);font:9px system-ui,sans-serif}}${heads.length > mostUpright ? '@page{size:landscape;margin:8mm}td,th{padding:2px!important}' : ''}body{font:11px/1.4 system-ui,sans-serif;margin:0}h1{font-size:15px;margin:0 0 4px}p{margin:0 0 8px}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #999;padding:3px 6px;text-align:start;vertical-align:top}thead{display:table-header-group}tr{break-inside:avoid}`,
  );
  paper.adoptedStyleSheets = [sheet];
  paper.title = title;
  const put = (parent: HTMLElement, tag: string, text?: string): HTMLElement => {
    const element = paper.createElement(tag);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };
  put(paper.body, 'h1', title);
  put(paper.body, 'p', [personNow()?.name, note].filter(Boolean).join(' · '));
  const table = put(paper.body, 'table');
  const head = put(put(table, 'thead'), 'tr');
  for (const text of heads) put(head, 'th', text);
  const body = put(table, 'tbody');
  for (const cells of rows) {
    const row = put(body, 'tr');
    for (const text of cells) put(row, 'td', text);
  }
  const away = (): void => frame.remove();
  frame.contentWindow!.addEventListener('afterprint', away);
  frame.contentWindow!.print();
  setTimeout(away, 60_000);
}
