import { openPage, type LiveRow } from './rows.ts';

/** A list written by hand: the rows that fit on the screen and nothing else, painted once a frame. */
const bench = openPage('.cell');
const height = 28;
const fields = [
  'score',
  'ref',
  'applicant',
  'place',
  'state',
  'language',
  'docs',
  'checked',
  'amount',
] as const;

void bench.rows.then((all) => {
  const rows = new Map(all.map((row) => [row.id, row]));
  const fit = Math.ceil(innerHeight / height);
  const top = all
    .toSorted((a, b) => b.score - a.score)
    .slice(0, fit)
    .map((row) => row.id);
  const place = new Map<string, HTMLElement[]>();
  const root = document.getElementById('root')!;
  for (const id of top) {
    const line = root.appendChild(document.createElement('div'));
    line.style.cssText = `height:${height}px;display:flex`;
    place.set(
      id,
      fields.map((field) => {
        const cell = line.appendChild(document.createElement('div'));
        cell.className = 'cell';
        cell.style.width = '120px';
        cell.textContent = String(rows.get(id)![field]);
        return cell;
      }),
    );
  }
  const dirty = new Set<string>();
  let waiting = false;
  const paint = (): void => {
    waiting = false;
    for (const id of dirty)
      place.get(id)!.forEach((cell, i) => {
        cell.textContent = String(rows.get(id)![fields[i]!]);
      });
    dirty.clear();
  };
  bench.shown = {
    change(changes) {
      for (const { id, set } of changes) {
        rows.set(id, { ...rows.get(id)!, ...set } satisfies LiveRow);
        if (place.has(id)) dirty.add(id);
      }
      if (dirty.size > 0 && !waiting) {
        waiting = true;
        requestAnimationFrame(paint);
      }
    },
    value: (id) => rows.get(id)?.score,
  };
});
