import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRecordNumber, recordNumber } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { businessDay } from '#shared/core/day.ts';
import { gtin14, readGs1 } from '#shared/core/gs1.ts';
import { scale } from '#shared/core/money.ts';
import { inPoos, type Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type {
  FoundProduct,
  FoundStock,
  FoundSupplier,
  SendableStock,
  SupplierOffer,
} from '#shared/families/document-wire.ts';
import { buckets, type Bucket } from '#shared/streams/stock/item/state.ts';
import { barcodeOfLabel } from '#shared/streams/stock/barcode/label.ts';
import { query } from '../../families/master/route-parts.ts';
import type { ServerParts } from '../../core/parts.ts';
import { plainText } from '#shared/core/plain.ts';
import { likeText } from '#server/store/like.ts';

/** People who work with documents of goods may look goods and suppliers up. */
const needs: readonly Permission[] = [
  'pooIndentRequest',
  'poList',
  'PoRequestList',
  'manualPO',
  'PoList',
  'gatePass',
  'gre',
  'gre1',
  'qcList',
  'purchaseEntry',
  'stockPutawayList',
  'openStockEntry',
  'stockmovement',
  'stockAdjustmentScanList',
  'egstockadjustmentlist',
  'stockBarcodeEdit',
  'creatertvmemo',
  'rtvProcess',
  'handoverrtvmemo',
  'debitNote',
  'minMaxList',
  'VenderProductMapping',
  'VenderProductMappingv2',
  'orderFormList',
  'orderFormConfirmationList',
].map((entity): Permission => `Inventory/${entity}:view`);

const most = 12;
const search = z.object({
  q: texts.search().max(100).default(''),
  poo: recordNumber.optional(),
  ids: texts.exact().max(4_000).optional(),
  codes: texts.exact().max(30_000).optional(),
  /** Prices are this supplier's. */
  supplier: recordNumber.optional(),
});

interface ProductRow {
  id: number;
  code: string;
  name: string;
  stage: string | null;
  fields: Readonly<Record<string, unknown>>;
  available: string | null;
  on_order: string | null;
  ptr: string | null;
  disc: string | null;
}

const toProduct = (row: ProductRow): FoundProduct => ({
  productId: row.id,
  code: row.code,
  product: row.name,
  packSize: Number(row.fields['iPackSize'] ?? 1),
  mrpPaise: Number(row.fields['nReferenceMrpPaise'] ?? 0),
  gstClass: String(row.fields['vGstClass'] ?? ''),
  storage: String(row.fields['vStorage'] ?? 'AMBIENT'),
  stage: row.stage,
  available: Number(row.available ?? 0),
  ordered: Number(row.on_order ?? 0),
  lastPtrPaise: row.ptr === null ? null : Number(row.ptr),
  lastDiscBp: row.disc === null ? null : Number(row.disc),
});

/** The last price is the newest order's line; quantities on order are the open lines of sent orders. */
const productSelect = `select m.id, m.code, m.name, m.stage, m.fields,
  (select sum(s.available) from stock_items s where s.product_id = m.id and ($2::int is null or s.poo_id = $2)) as available,
  (select sum(((l->>'packs')::int - (l->>'receivedPacks')::int) * (l->>'packSize')::int) from document_rows d join document_states t on t.kind = d.kind and t.id = d.id, jsonb_array_elements(t.state->'lines') l
    where d.kind = 'purchaseOrder' and not d.closed and ($2::int is null or d.poo_id = $2) and (l->>'productId')::int = m.id) as on_order,
  coalesce(asked.ptr, last.ptr) as ptr, coalesce(asked.disc, last.disc) as disc
  from master_rows m
  left join lateral (select v.fields->>'nPtrPaise' as ptr, coalesce(v.fields->>'nDiscBp', '0') as disc from master_rows v
    where v.kind = 'vendorProduct' and not v.cancelled and v.status = 1 and (v.fields->>'iProductId')::int = m.id and (v.fields->>'iSupplierId')::int = $4
      and v.fields->>'dFrom' <= $5 and coalesce(v.fields->>'dTo', '9999') >= $5 limit 1) asked on true
  left join lateral (select l->>'ptrPaise' as ptr, l->>'discBp' as disc from document_rows d join document_states t on t.kind = d.kind and t.id = d.id, jsonb_array_elements(t.state->'lines') l
    where d.kind = 'purchaseOrder' and d.stage not in ('draft', 'cancelled', 'rejected') and (l->>'productId')::int = m.id order by d.made_at desc limit 1) last on true
  where m.kind = 'product' and not m.cancelled and ($3::text is not null)`;

export function stockLookupRoutes(
  app: FastifyInstance,
  { server, reached }: { readonly server: ServerParts; readonly reached: (head: number) => Promise<void> },
): void {
  const config = { config: { need: needs } };

  app.get('/stock-products', config, async (request): Promise<{ rows: readonly FoundProduct[] }> => {
    const { q, poo, ids, codes, supplier } = query(request, search);
    if (
      poo !== undefined &&
      !inPoos(request.viewer!, poo) &&
      !request.viewer!.rights.has('Inventory/PoRequestList:view')
    )
      throw refuse('pooNotMapped', 403, { poo: String(poo) });
    await reached(server.log.head());
    const scanned = q === '' ? null : (readGs1(q)?.gtin ?? gtin14(q));
    const label = barcodeOfLabel(q);
    const wanted = ids?.split(',').map(Number).filter(isRecordNumber) ?? null;
    const today = businessDay(server.clock.now());
    const about = [poo ?? null, q, supplier ?? null, today];
    const named = codes
      ?.split('\n')
      .map((one) => one.trim())
      .filter(Boolean)
      .slice(0, 500);
    const found = named
      ? await server.pool.query<ProductRow>(
          `${productSelect} and (m.code = any($1::text[]) or m.plain = any($6::text[])) limit 500`,
          [named.map((one) => one.toUpperCase()), ...about, named.map(plainText)],
        )
      : wanted
        ? await server.pool.query<ProductRow>(`${productSelect} and m.id = any($1::int[]) limit 500`, [
            wanted,
            ...about,
          ])
        : scanned
          ? await server.pool.query<ProductRow>(
              `${productSelect} and m.fields @? format('$.gtins[*] ? (@.vGtin == "%s" || @.vGtin == "%s")', $1::text, ltrim($1::text, '0'))::jsonpath limit ${most}`,
              [scanned, ...about],
            )
          : label !== null
            ? await server.pool.query<ProductRow>(
                `${productSelect} and m.id = (select product_id from stock_barcodes where id = $1) limit 1`,
                [label, ...about],
              )
            : await server.pool.query<ProductRow>(
                `${productSelect} and (m.code = upper($3) or m.plain like all($1::text[])) order by m.code = upper($3) desc, m.stage <> 'active', m.name limit ${most}`,
                [q.split(/\s+/).map(likeText), ...about],
              );
    return { rows: found.rows.map(toProduct) };
  });

  app.get(
    '/stock-records',
    { config: { need: [...needs, 'Delivery/deleveryStatementList:edit'] } },
    async (request): Promise<{ rows: readonly { id: number; name: string }[] }> => {
      const { kind, poo } = query(
        request,
        z.object({
          kind: z.enum(['transporter', 'tray', 'stockReason', 'placeOfOperation']),
          poo: recordNumber.optional(),
        }),
      );
      const { rows } = await server.pool.query<{ id: number; name: string; code: string }>(
        `select id, name, code from master_rows where kind = $1 and not cancelled and status = 1 and ($2::int is null or (fields->>'iPooId')::int = $2) order by code, name limit 500`,
        [kind === 'stockReason' ? 'stockAdjustReason' : kind, poo ?? null],
      );
      return { rows: rows.map(({ id, name, code }) => ({ id, name: kind === 'tray' ? code : name })) };
    },
  );

  const goods = async (request: FastifyRequest): Promise<readonly FoundStock[]> => {
    const { q, poo = 0 } = query(request, search);
    if (!inPoos(request.viewer!, poo)) throw refuse('pooNotMapped', 403, { poo: String(poo) });
    await reached(server.log.head());
    const gs1 = readGs1(q);
    const { rows } = await server.pool.query<
      { id: number; label: string; facts: FoundStock; batch: string; expiry: string | null } & Record<
        Bucket,
        number
      >
    >(
      `select b.id, b.label, b.facts, b.batch, to_char(b.expiry, 'YYYY-MM-DD') as expiry, ${buckets.map((bucket) => `s."${bucket}"`).join(', ')}
       from stock_items s join stock_barcodes b on b.id = s.barcode_id join master_rows m on m.kind = 'product' and m.id = s.product_id
       where s.poo_id = $1 and (b.label = upper($2) or b.batch = upper($2) or m.code = upper($2) or m.plain like $3
         or ($4::text is not null and m.fields @? format('$.gtins[*] ? (@.vGtin == "%s" || @.vGtin == "%s")', $4::text, ltrim($4::text, '0'))::jsonpath and ($5::text is null or b.batch = $5)))
       order by b.label = upper($2) desc, b.expiry nulls last, b.id limit 20`,
      [poo, q, likeText(q), gs1?.gtin ?? null, gs1?.batch ?? null],
    );
    return rows.map(({ id, label, facts, batch, expiry, ...row }) => ({
      barcodeId: id,
      label,
      productId: facts.productId,
      product: facts.product,
      packSize: facts.packSize,
      batch,
      expiry,
      buckets: Object.fromEntries(buckets.map((bucket) => [bucket, row[bucket]])),
    }));
  };
  app.get('/stock-items', config, async (request): Promise<{ rows: readonly FoundStock[] }> => ({
    rows: await goods(request),
  }));
  app.get('/stock-goods', config, async (request): Promise<{ rows: readonly FoundStock[] }> => ({
    rows: (await goods(request)).map((row) => ({ ...row, buckets: {} })),
  }));

  app.get('/stock-sendable', config, async (request): Promise<{ rows: readonly SendableStock[] }> => {
    const { poo = 0, ids = '' } = query(request, search);
    if (!inPoos(request.viewer!, poo)) throw refuse('pooNotMapped', 403, { poo: String(poo) });
    await reached(server.log.head());
    const { rows } = await server.pool.query<SendableStock>(
      `select b.id as "barcodeId", b.label, b.product_id as "productId", b.batch, to_char(b.expiry, 'YYYY-MM-DD') as expiry,
         s.first_at as "receivedAt", s.available, b.blocked is not null as blocked, (b.facts->>'packSize')::int as "packSize"
       from stock_items s join stock_barcodes b on b.id = s.barcode_id
       where s.poo_id = $1 and s.available > 0 and s.product_id = any($2::int[]) order by b.expiry nulls last, b.id limit 2000`,
      [poo, ids.split(',').map(Number).filter(isRecordNumber)],
    );
    return { rows: rows.map((row) => ({ ...row, receivedAt: new Date(row.receivedAt).toISOString() })) };
  });

  app.get(
    '/stock-purchases',
    config,
    async (request): Promise<{ rows: readonly { id: string; number: string }[] }> => {
      const { poo, supplier } = query(request, search);
      await reached(server.log.head());
      const { rows } = await server.pool.query<{ id: string; number: string }>(
        `select id, number from document_rows where kind = 'purchaseOrder' and stage in ('sent', 'lapsed', 'partlyReceived') and poo_id = $1
         and (select (t.state->'header'->>'supplierId')::int from document_states t where t.kind = document_rows.kind and t.id = document_rows.id) = $2
       order by made_at desc limit 50`,
        [poo ?? 0, supplier ?? 0],
      );
      return { rows };
    },
  );

  app.get('/stock-suppliers', config, async (request): Promise<{ rows: readonly FoundSupplier[] }> => {
    const { q } = query(request, search);
    const { rows } = await server.pool.query<{
      id: number;
      name: string;
      stage: string | null;
      city: string | null;
    }>(
      `select id, name, stage, fields->>'vCity' as city from master_rows where kind = 'supplier' and not cancelled and plain like all($1::text[]) order by stage <> 'active', name limit 50`,
      [q.split(/\s+/).map(likeText)],
    );
    return {
      rows: rows.map(({ id, name, stage, city }) => ({
        supplierId: id,
        supplier: name,
        stage,
        city: city ?? '',
      })),
    };
  });

  app.get(
    '/stock-offers',
    config,
    async (request): Promise<{ offers: Readonly<Record<string, readonly SupplierOffer[]>> }> => {
      const { ids = '' } = query(request, search);
      const wanted = ids.split(',').map(Number).filter(isRecordNumber);
      const today = businessDay(server.clock.now());
      const { rows } = await server.pool.query<{
        fields: Readonly<Record<string, unknown>>;
        supplier: string;
      }>(
        `select v.fields, s.name as supplier from master_rows v join master_rows s on s.kind = 'supplier' and s.id = (v.fields->>'iSupplierId')::int and s.stage = 'active' and not s.cancelled
       where v.kind = 'vendorProduct' and not v.cancelled and v.status = 1 and (v.fields->>'iProductId')::int = any($1::int[])
         and v.fields->>'dFrom' <= $2 and coalesce(v.fields->>'dTo', '9999') >= $2`,
        [wanted, today],
      );
      const offers = new Map<string, SupplierOffer[]>();
      for (const { fields, supplier } of rows) {
        const number = (name: string, other: number): number => Number(fields[name] ?? other);
        const [ptrPaise, discBp, buy, free] = [
          number('nPtrPaise', 0),
          number('nDiscBp', 0),
          number('iBuy', 1),
          number('iFree', 0),
        ];
        const offer: SupplierOffer = {
          supplierId: number('iSupplierId', 0),
          supplier,
          ptrPaise,
          discBp,
          buy,
          free,
          packMultiple: number('iPackMultiple', 1),
          moq: number('iMoq', 1),
          leadDays: number('iLeadDays', 2),
          priority: number('iPriority', 5),
          landedPaise: scale([ptrPaise, 10_000 - discBp, buy], 10_000 * (buy + free)),
        };
        const key = String(fields['iProductId']);
        offers.set(key, [...(offers.get(key) ?? []), offer]);
      }
      for (const list of offers.values())
        list.sort(
          (a, b) => a.landedPaise - b.landedPaise || a.priority - b.priority || a.leadDays - b.leadDays,
        );
      return { offers: Object.fromEntries(offers) };
    },
  );
}
