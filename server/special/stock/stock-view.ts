import { streamKey, streamName, type StoredEvent } from '#shared/core/event.ts';
import type { BarcodeEvent, BarcodeFacts } from '#shared/streams/stock/barcode/state.ts';
import { buckets, type StockFacts, type StockMove } from '#shared/streams/stock/item/state.ts';
import type { SqlTables, SqlViewDef } from '../../views/sql-view.ts';
import { jsonText } from '#server/store/json-text.ts';

/**
 * `stock_items`: current stock by place. `stock_ledger`: every movement. `stock_trays`: the content of each
 * tray. `stock_barcodes`: the data of the labels.
 */
export const stockView: SqlViewDef = {
  name: 'stockRows',
  version: 1,
  streams: ['stock', 'barcode'],
  tables: {
    stock_items: {
      table: (table) =>
        `create table ${table} (poo_id integer not null, barcode_id integer not null, product_id integer not null, first_at timestamptz not null, cost_paise bigint not null, cost_units bigint not null,
        ${buckets.map((bucket) => `"${bucket}" integer not null default 0`).join(', ')}, version integer not null, primary key (poo_id, barcode_id))`,
      indexes: (table) =>
        `create index on ${table} (product_id, poo_id); create index on ${table} (barcode_id);`,
    },
    stock_ledger: {
      table: (table) =>
        `create table ${table} (position bigint primary key, poo_id integer not null, barcode_id integer not null, product_id integer not null, type text not null, qty integer not null, from_bucket text, to_bucket text, tray_id integer, value bigint not null, ref_type text not null, ref_id text not null, ref_line text, ref_number text, at timestamptz not null, by_id integer, by_name text not null)`,
      indexes: (table) =>
        `create index on ${table} (poo_id, at desc); create index on ${table} (product_id, at desc); create index on ${table} (barcode_id, at desc); create index on ${table} (ref_type, ref_id);`,
    },
    stock_trays: {
      table: (table) =>
        `create table ${table} (poo_id integer not null, barcode_id integer not null, tray_id integer not null, qty integer not null, primary key (poo_id, barcode_id, tray_id))`,
      indexes: (table) => `create index on ${table} (tray_id);`,
    },
    stock_barcodes: {
      table: (table) =>
        `create table ${table} (id integer primary key, label text not null, product_id integer not null, batch text not null, mfg date, expiry date, mrp_paise bigint not null, supplier_id integer, blocked text, facts jsonb not null)`,
      indexes: (table) =>
        `create index on ${table} (product_id, batch); create index on ${table} (expiry); create index on ${table} (label);`,
    },
  },
  apply,
};

const number = (value: unknown): number => Number(value ?? 0);

async function apply(events: readonly StoredEvent[], tables: SqlTables): Promise<void> {
  for (const event of events) {
    const name = streamName(event.stream);
    if (name === 'barcode') await applyBarcode(event as StoredEvent<BarcodeEvent['type']>, tables);
    else if (name === 'stock') await applyStock(event, tables);
  }
}

async function applyBarcode(
  event: StoredEvent<BarcodeEvent['type']>,
  { client, table }: SqlTables,
): Promise<void> {
  const at = table('stock_barcodes');
  const id = number(streamKey(event.stream));
  switch (event.type) {
    case 'BarcodesGenerated': {
      const facts = event.data as BarcodeFacts & { label: string };
      await client.query(
        `insert into ${at} (id, label, product_id, batch, mfg, expiry, mrp_paise, supplier_id, facts) values ($1,$2,$3,$4,$5,$6,$7,$8,$9) on conflict (id) do nothing`,
        [
          id,
          facts.label,
          facts.productId,
          facts.batch,
          facts.mfg,
          facts.expiry,
          facts.mrpPaise,
          facts.supplierId,
          jsonText(facts),
        ],
      );
      return;
    }
    case 'BarcodeAttributesChanged': {
      const { batch, mfg, expiry, mrpPaise } = event.data as BarcodeFacts;
      await client.query(`update ${at} set batch = $2, mfg = $3, expiry = $4, mrp_paise = $5 where id = $1`, [
        id,
        batch,
        mfg,
        expiry,
        mrpPaise,
      ]);
      return;
    }
    case 'BatchBlocked':
      await client.query(`update ${at} set blocked = $2 where id = $1`, [
        id,
        String((event.data as { reason: string }).reason),
      ]);
      return;
    case 'BatchUnblocked':
      await client.query(`update ${at} set blocked = null where id = $1`, [id]);
      return;
    default:
  }
}

async function applyStock(event: StoredEvent, { client, table }: SqlTables): Promise<void> {
  const [poo, barcode] = streamKey(event.stream).split('-').map(Number);
  const items = table('stock_items');
  if (event.type === 'StockBegun') {
    const { productId, costPaise, costUnits } = event.data as StockFacts;
    await client.query(
      `insert into ${items} (poo_id, barcode_id, product_id, first_at, cost_paise, cost_units, version) values ($1,$2,$3,$4,$5,$6,$7) on conflict do nothing`,
      [poo, barcode, productId, event.at, costPaise, costUnits, event.version],
    );
    return;
  }
  const move = event.data as StockMove;
  // The buckets come from a closed list, never from input.
  const parts = [
    ...buckets
      .filter((bucket) => bucket === move.from && move.from !== move.to)
      .map((bucket) => `"${bucket}" = "${bucket}" - $3`),
    ...buckets
      .filter((bucket) => bucket === move.to && move.from !== move.to)
      .map((bucket) => `"${bucket}" = "${bucket}" + $3`),
  ];
  const moved = await client.query<{ product_id: number }>(
    `update ${items} set ${[...parts, 'version = $4'].join(', ')} where poo_id = $1 and barcode_id = $2 and $3::int is not null returning product_id`,
    [poo, barcode, move.qty, event.version],
  );
  await client.query(
    `insert into ${table('stock_ledger')} (position, poo_id, barcode_id, product_id, type, qty, from_bucket, to_bucket, tray_id, value, ref_type, ref_id, ref_line, ref_number, at, by_id, by_name)
     values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17) on conflict do nothing`,
    [
      event.position,
      poo,
      barcode,
      moved.rows[0]?.product_id ?? 0,
      event.type,
      move.qty,
      move.from,
      move.to,
      move.toTrayId ?? move.trayId,
      move.value,
      move.ref.type,
      move.ref.id,
      move.ref.line,
      move.ref.number,
      event.at,
      event.actor.empId,
      event.actor.name,
    ],
  );
  await moveTrays(event.type, move, poo!, barcode!, { client, table });
}

const onShelf = (bucket: string | null): boolean => bucket === 'available' || bucket === 'reserved';

/** The same as the stream does in memory: the named tray first, then the others in their sequence. */
async function moveTrays(
  type: string,
  { qty, from, to, trayId, toTrayId = null }: StockMove,
  poo: number,
  barcode: number,
  { client, table }: Pick<SqlTables, 'client' | 'table'>,
): Promise<void> {
  const trays = table('stock_trays');
  const leaves = type === 'StockRelocated' || (onShelf(from) && !onShelf(to));
  const arrives = type === 'StockRelocated' || (!onShelf(from) && onShelf(to));
  if (leaves) {
    const { rows } = await client.query<{ tray_id: number; qty: number }>(
      `select tray_id, qty from ${trays} where poo_id = $1 and barcode_id = $2 order by tray_id = $3 desc, tray_id`,
      [poo, barcode, trayId ?? -1],
    );
    let rest = qty;
    for (const row of rows) {
      const some = Math.min(rest, row.qty);
      if (some === 0) break;
      rest -= some;
      if (some === row.qty)
        await client.query(`delete from ${trays} where poo_id = $1 and barcode_id = $2 and tray_id = $3`, [
          poo,
          barcode,
          row.tray_id,
        ]);
      else
        await client.query(
          `update ${trays} set qty = qty - $4 where poo_id = $1 and barcode_id = $2 and tray_id = $3`,
          [poo, barcode, row.tray_id, some],
        );
    }
  }
  if (arrives)
    await client.query(
      `insert into ${trays} (poo_id, barcode_id, tray_id, qty) values ($1,$2,$3,$4) on conflict (poo_id, barcode_id, tray_id) do update set qty = ${trays}.qty + excluded.qty`,
      [poo, barcode, (type === 'StockRelocated' ? toTrayId : trayId) ?? 0, qty],
    );
}
