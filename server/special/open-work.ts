import type { Reading } from './reading.ts';
import type { Both } from '#shared/core/translations.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { signupCaseView } from '#shared/feeds/signup-case.ts';
import { buckets } from '#shared/streams/stock/item/state.ts';
import type { OpenWork } from '#shared/streams/masters/later-changes.ts';
import type { KeptViews } from '../core/parts.ts';
import { allDocuments, allQueues } from '../core/registers.ts';
import type { Prepare } from '../store/handle.ts';

const openCases: readonly string[] = ['draft', 'submitted', 'inVerification', 'infoRequested', 'verified'];
const appointments: Both = { en: 'Appointments', es: 'Citas' };
const signups: Both = { en: 'Sign-ups', es: 'Altas' };
const stock: Both = { en: 'Barcodes with stock', es: 'Códigos con existencias' };
/** Documents that need no further work once they are issued. */
const issued: ReadonlySet<string> = new Set(['taxInvoice']);
/** Queues whose subjects are counted above. */
const counted: ReadonlySet<string> = new Set(['signup', 'appointment']);

/** Open work and stock at a place: visits, sign-ups, rows of queues, open documents, stock. */
export function openWorkAt(parts: { readonly pool: Reading; readonly views: KeptViews }): Prepare {
  return async ({ key }) => {
    if (!key.startsWith('placeOfOperation-')) return {};
    const pooId = Number(key.slice(key.indexOf('-') + 1));
    const visits = [...parts.views.get(appointmentsView).rows.values()].filter((row) => row.iPooId === pooId);
    const cases = [...parts.views.get(signupCaseView).rows.values()].filter(
      ({ state }) => state.record.pooId === pooId && openCases.includes(state.stage),
    );
    const [documents, goods] = await Promise.all([
      parts.pool.query<{ kind: string; n: string }>(
        'select kind, count(*) as n from document_rows where poo_id = $1 and not closed group by kind',
        [pooId],
      ),
      parts.pool.query<{ n: string }>(
        `select count(*) as n from stock_items where poo_id = $1 and ${buckets.map((one) => `"${one}"`).join(' + ')} > 0`,
        [pooId],
      ),
    ]);
    const openWork: readonly OpenWork[] = [
      { what: appointments, n: visits.length },
      { what: signups, n: cases.length },
      ...queued(parts.views, pooId),
      ...allDocuments()
        .filter(({ name }) => !issued.has(name))
        .map((def) => ({
          what: { en: String(def.translations.en.title), es: String(def.translations.es.title) },
          n: Number(documents.rows.find(({ kind }) => kind === def.name)?.n ?? 0),
        })),
      { what: stock, n: Number(goods.rows[0]?.n ?? 0) },
    ];
    return { openWork };
  };
}

/** Rows of the queues at a place; a subject that several queues show counts once. */
function queued(views: KeptViews, pooId: number): readonly OpenWork[] {
  const seen = new Set<string>();
  return allQueues()
    .filter(({ subject }) => !counted.has(subject))
    .map((def) => {
      let n = 0;
      for (const row of views.get(def.view).rows.values()) {
        const subject = `${def.subject}-${row.id}`;
        if (row.pooId !== pooId || seen.has(subject)) continue;
        seen.add(subject);
        n += 1;
      }
      return {
        what: { en: String(def.translations.en.title), es: String(def.translations.es.title) },
        n,
      };
    });
}
