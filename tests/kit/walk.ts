import type { Page } from 'playwright-core';

/** How long a walker waits for what a screen does at once. */
const SOON_MS = 6_000;
/** How long it waits for what may not come. */
const MAYBE_MS = 1_500;

/** Goes to a screen as a link does, until it has its data; true when it is built and has a list. */
export async function goToList(page: Page, path: string): Promise<boolean> {
  await page.evaluate((to) => {
    for (const child of document.querySelectorAll<HTMLElement>('.sh-screen > *')) child.dataset['left'] = '1';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  const came = await page.waitForFunction(
    (to) => {
      if (decodeURI(location.pathname) !== to) return 'no';
      const ready =
        document.querySelector('.sh-screen > *:not([data-left])') !== null &&
        document.querySelector('main .ops-skeleton') === null;
      if (!ready) return null;
      if (document.querySelector('main .ops-grid-place') === null) return 'no';
      return document.querySelector('main .ops-grid[data-identity] .ag-header-cell') ? 'yes' : null;
    },
    path,
    { polling: 50 },
  );
  return (await came.jsonValue()) === 'yes';
}

/** What of the lists on a screen does not fit, is cut or is not in sight. */
export const unfitting = (page: Page): Promise<readonly string[]> =>
  page.locator('main .ops-grid[data-identity]').evaluateAll((grids) =>
    grids.flatMap((grid) => {
      const view = grid.querySelector('.ag-grid-viewport');
      if (!view) return ['the list is not drawn'];
      const found: string[] = [];
      const wider = view.scrollWidth - view.clientWidth;
      if (wider > 1) found.push(`${wider} px wider than its space`);
      const inside = view.getBoundingClientRect();
      const { identity = '', state } = (grid as HTMLElement).dataset;
      const identifying = identity.split(' ').filter(Boolean);
      for (const key of [...identifying, ...(state ? [state] : [])]) {
        const box = grid
          .querySelector(`.ag-header-cell[col-id="${CSS.escape(key)}"]`)
          ?.getBoundingClientRect();
        if (!box || box.left < inside.left - 1 || box.right > inside.right + 1)
          found.push(`the column ${key} is not in sight`);
      }
      for (const title of grid.querySelectorAll('.ag-header-cell:not(.ops-grid-choose) .ag-header-cell-text'))
        if (title.scrollWidth > title.clientWidth) found.push(`the title ${title.textContent} is cut`);
      for (const key of identifying)
        for (const cell of grid.querySelectorAll(`.ag-row [col-id="${CSS.escape(key)}"]`))
          if (cell.scrollWidth > cell.clientWidth) found.push(`${key} is cut: ${cell.textContent}`);
      return [...new Set(found)];
    }),
  );

/** A control of the screen that lies, or whose text lies, outside of the window or of its own box. */
export const offScreen = (page: Page): Promise<readonly string[]> =>
  page
    .locator('main')
    .locator('button, a, input, h2, h3, label')
    .evaluateAll((all) =>
      all.flatMap((one) => {
        const box = one.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || one.closest('.ag-root, .ops-hidden, [aria-hidden]'))
          return [];
        // What scrolls sideways by itself is in reach.
        for (let up = one.parentElement; up && up.tagName !== 'MAIN'; up = up.parentElement)
          if (up.scrollWidth > up.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(up).overflowX))
            return [];
        return box.right > document.documentElement.clientWidth + 1 || box.left < -1
          ? [`${one.tagName.toLowerCase()} "${one.textContent.trim().slice(0, 40)}" is off the screen`]
          : [];
      }),
    );

interface ListState {
  /** The focus is on the page itself: the next key goes nowhere. */
  readonly lost: boolean;
  readonly inList: boolean;
  readonly ticked: number;
  readonly opened: string;
}

const listState = (page: Page): Promise<ListState> =>
  page.evaluate(() => {
    const focus = document.activeElement;
    return {
      lost: focus === null || focus === document.body,
      inList: focus?.closest('.ag-root') != null,
      ticked: document.querySelectorAll('main .ag-row .ag-selection-checkbox input:checked').length,
      opened: `${location.pathname}${location.search} ${document.querySelectorAll('main .ops-panel').length}`,
    };
  });

/** Waits until the page says so; false when it does not in time. */
const comes = (page: Page, read: (state: ListState) => boolean, within = SOON_MS): Promise<boolean> =>
  (async () => {
    for (const end = Date.now() + within; ;) {
      if (read(await listState(page))) return true;
      if (Date.now() > end) return false;
      await page.waitForTimeout(30);
    }
  })();

const keysNow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => document.documentElement.dataset['keys']?.split('|') ?? []);

/**
 * Works the first list of a screen by keys and by mouse: moving ticks nothing, a click and Enter open, a box ticks and opens nothing, and no
 * key leaves the focus on the page itself.
 */
export async function workList(page: Page, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  const rows = page.locator('main .ag-center-cols-container .ag-row, main .ag-grid-viewport .ag-row');
  // A list may stand behind another page of its screen, as the import.
  const isThere = (await rows.count()) > 0 && (await rows.first().isVisible());
  if (!isThere || !(await keysNow(page)).includes('j')) return found;
  const before = await listState(page);
  if (before.ticked > 0) return [`${before.ticked} rows are ticked before anything is done`];
  await page.keyboard.press('j');
  if (!(await comes(page, ({ inList }) => inList))) found.push('J does not move into the list');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  if ((await listState(page)).ticked > 0) found.push('moving ticks');
  const back = async (what: string): Promise<void> => {
    const { opened } = await listState(page);
    if (opened === before.opened) return;
    const anew = async (): Promise<void> => {
      // From another screen: at the same address nothing would be drawn anew.
      await goToList(page, '/profile/overview');
      await goToList(page, path);
    };
    if (new URL(page.url()).pathname !== path) return anew();
    await page
      .waitForFunction(
        () => document.documentElement.dataset['keys']?.split('|').includes('Escape'),
        undefined,
        { timeout: SOON_MS },
      )
      .catch(() => found.push(`Esc is not offered in what ${what} opened`));
    await page.keyboard.press('Escape');
    if (!(await comes(page, (state) => state.opened === before.opened))) {
      found.push(`Esc does not leave what ${what} opened`);
      await anew();
    } else if (!(await comes(page, ({ lost }) => !lost)))
      found.push(`after Esc from what ${what} opened the focus is on the page itself`);
  };
  let byKey = false;
  if ((await listState(page)).inList) {
    await page.keyboard.press('Enter');
    byKey = await comes(page, ({ opened }) => opened !== before.opened, MAYBE_MS);
    if ((await listState(page)).ticked > 0) found.push('Enter ticks');
    await back('Enter');
  }
  const cell = page
    .locator(
      'main .ag-row[row-index="0"] .ag-cell:not(.ag-selection-cell, [col-id="ag-Grid-SelectionColumn"])',
    )
    .first();
  if ((await cell.count()) > 0) {
    await cell.click({ timeout: SOON_MS }).catch(() => found.push('the first row cannot be clicked'));
    const byClick = await comes(page, ({ opened }) => opened !== before.opened, byKey ? SOON_MS : MAYBE_MS);
    // In a report a click takes a row, whose events and copies are offered below the list.
    const isReport = (await page.locator('main .rp-figures').count()) > 0;
    if (byKey !== byClick && !(isReport && byKey))
      found.push(byKey ? 'Enter opens, a click does not' : 'a click opens, Enter does not');
    if ((await listState(page)).ticked > 0) found.push('a click ticks');
    await back('a click');
  }
  const box = page.locator('main .ag-row[row-index="0"] .ag-selection-checkbox input').first();
  if ((await box.count()) > 0) {
    await box.click({ timeout: SOON_MS }).catch(() => found.push('the box cannot be clicked'));
    if (!(await comes(page, ({ ticked }) => ticked > 0))) found.push('a box does not tick');
    if ((await listState(page)).opened !== before.opened) found.push('a box opens');
    await box.click({ timeout: SOON_MS }).catch(() => found.push('the box cannot be clicked again'));
    if (!(await comes(page, ({ ticked }) => ticked === 0))) found.push('a box does not take its tick away');
  }
  if ((await listState(page)).lost) found.push('the focus is on the page itself');
  return found;
}

/** A screen on paper: black on white, with its name, the date and who printed it, and nothing of the frame. */
export async function onPaper(page: Page, person: string): Promise<readonly string[]> {
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate((name) => {
    const wrong: string[] = [];
    const head = document.querySelector<HTMLElement>('.sh-print-head');
    const text = head && head.offsetHeight > 0 ? head.innerText : '';
    const title = document.getElementById('sh-title')!.innerText;
    if (!text.includes(title)) wrong.push('its page is not named');
    if (!text.includes(name)) wrong.push('nobody is named');
    if (!/\d{2}-\d{2}-\d{4} \d{2}:\d{2}|\d{1,2} \w+ \d{4}/.test(text)) wrong.push(`it has no date: ${text}`);
    for (const frame of ['.sh-head', '.sh-side', '.sh-crumbs'])
      if ((document.querySelector<HTMLElement>(frame)?.offsetHeight ?? 0) > 0)
        wrong.push(`${frame} is printed`);
    if (getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)')
      wrong.push('the paper is not white');
    const row = document.querySelector<HTMLElement>('main .ag-row');
    if (row && row.getBoundingClientRect().bottom > row.closest('.ops-grid')!.getBoundingClientRect().bottom)
      wrong.push('its rows are not on the paper');
    const coloured = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => {
      if (one.offsetHeight === 0 || one.closest('svg, canvas, .sh-print-head')) return false;
      const { color, backgroundColor } = getComputedStyle(one);
      return color !== 'rgb(0, 0, 0)' || !/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/.test(backgroundColor);
    });
    if (coloured.length > 0)
      wrong.push(`${coloured.length} parts are not black on white: ${coloured[0]!.outerHTML.slice(0, 100)}`);
    return wrong;
  }, person);
  await page.emulateMedia({ media: null });
  return found;
}

/** What is wrong with how a screen is refused to whoever may not see it: its name, whom to ask, no key of a right, its own address; null where it is not refused. */
export const denial = (page: Page, path: string): Promise<readonly string[] | null> =>
  page.evaluate((to) => {
    const text = document.querySelector<HTMLElement>('.sh-screen .ops-state')?.innerText ?? '';
    if (!text.startsWith('You don’t have access to ')) return null;
    const title = document.getElementById('sh-title')!.innerText;
    return [
      ...(decodeURI(location.pathname) === to ? [] : ['the address is not kept']),
      ...(text.includes(title) ? [] : ['what cannot be seen is not named']),
      ...(/Ask a team lead or an administrator/.test(text) ? [] : ['nobody to ask is named']),
      ...(/\w\/[\w-]+:\w+/.test(text) ? [`a key is shown: ${text}`] : []),
    ];
  }, path);

/** What a screen says of a record that is not there, where its address names one, and whether it keeps that address. */
export const missingRecord = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    if (new URLSearchParams(location.search).get('row') === null) return ['the address is not kept'];
    const panel = document.querySelector<HTMLElement>('main .ops-panel');
    if (panel === null) return ['a record that is not there opens nothing and is not spoken of'];
    const shown = panel.querySelector<HTMLElement>('.ops-state');
    return shown?.innerText.startsWith('Not found') && shown.dataset['tone'] !== 'danger'
      ? []
      : [`says of a record that is not there: ${panel.innerText.slice(0, 120).replace(/\s+/g, ' ')}`];
  });
