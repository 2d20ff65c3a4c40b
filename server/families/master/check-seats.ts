import type { Fields, MasterDef, Problem } from '#shared/families/master-def.ts';
import type { Queries } from './queries.ts';

interface Row {
  readonly effect: 'create' | 'update' | 'same' | 'bad';
  readonly fields: Fields;
  readonly changes: readonly unknown[];
  readonly problems: readonly Problem[];
}
interface Seats {
  readonly id: number;
  readonly most: number;
  readonly taken: number;
}

/**
 * Gives each new line, in order, a seat at the record it names while there are any. `taken` carries the
 * remaining seats from one batch to the next.
 */
export async function seated<L extends Row>(
  queries: Pick<Queries, 'pool'>,
  def: MasterDef,
  lines: readonly L[],
  taken: Map<string, number>,
): Promise<readonly L[]> {
  const { seats, fields } = def;
  if (!seats) return lines;
  const { lookup } = fields.find(({ name }) => name === seats.reference)!;
  const named = (line: Row): number => Number(line.fields[seats.reference]);
  const news = lines.filter(({ effect }) => effect === 'create');
  const { rows } = await queries.pool.query<Seats>(
    `select m.id, (m.fields->>$3)::int as most,
       (select count(*)::int from master_rows t where t.kind = $4 and not t.cancelled and t.stage = any($5::text[]) and (t.fields->>$6)::int = m.id) as taken
     from master_rows m where m.kind = $1 and m.id = any($2::int[])`,
    [lookup, [...new Set(news.map(named))], seats.most, def.kind, seats.in, seats.reference],
  );
  const places = new Map(rows.map((row) => [row.id, row]));
  return lines.map((line) => {
    const at = line.effect === 'create' ? places.get(named(line)) : undefined;
    if (!at) return line;
    const key = `seats left at ${at.id}`;
    const left = taken.get(key) ?? at.most - at.taken;
    if (left <= 0)
      return {
        ...line,
        effect: 'bad',
        fields: {},
        changes: [],
        problems: [{ code: 'noSeatLeft', field: seats.reference, details: { n: at.most } }],
      };
    taken.set(key, left - 1);
    return line;
  });
}
