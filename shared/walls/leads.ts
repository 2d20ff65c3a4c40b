import type { EventOf } from '../core/stream.ts';
import type { lead } from '../streams/leads/lead/lead.ts';
import type { call } from '../streams/calls/call/call.ts';
import { streamKey } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { boardOf, markSince, type PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import { pharmaLeadQueue } from '../queues/pharma-lead/queue.ts';

/** The board of results that are still open; the row exists because only the first event has the place. */
const notYet = 'notYet';

/** Marks of leads by arrival and first call, and of the visits, orders and customers that resulted. */
export const leadsWallView = defineView<PlacedMark, EventOf<typeof lead | typeof call>>({
  name: 'leadsWall',
  version: 2,
  streams: ['lead', 'call'],
  recent: { most: 12_000, first: ({ type }) => type === 'LeadCreated' },
  ids: ({ type, stream, data }) => {
    const key = streamKey(stream);
    switch (type) {
      case 'LeadCreated':
      case 'LeadWithdrawn':
        return [`leads:${key}`, `visits:${key}`, `converted:${key}`];
      case 'LeadCallStarted':
        return [`leads:${key}`];
      case 'LeadAppointmentFixed':
        return [`visits:${key}`];
      case 'LeadConverted':
        return [`converted:${key}`];
      case 'CallDispositioned':
        return data.code === 'ORDER_TAKEN' ? [`orders:${key}`] : [];
      default:
        return [];
    }
  },
  row(row, { type, at, data }, id) {
    const board = boardOf(id);
    switch (type) {
      case 'LeadCreated':
        return markSince(id, board === 'leads' ? board : notYet, at, data.pooId ?? null);
      case 'LeadWithdrawn':
        return board === 'leads' || row?.board === notYet ? null : (row ?? null);
      case 'LeadCallStarted':
        return row ? { ...row, reachedAt: row.reachedAt ?? at } : null;
      case 'CallDispositioned':
        return markSince(id, board, at, data.pooId ?? null);
      default:
        return markSince(id, board, at, row?.pooId ?? null);
    }
  },
});

/** *Leads and sales*: today's arrivals, the time to their first call, and their results. */
export const leadsWall = defineWall({
  name: 'leads',
  title: { en: 'Leads and sales', es: 'Prospectos y ventas' },
  need: [queueNeed(pharmaLeadQueue), 'Dashboard/digitalMarketing:view'],
  boards: ['leads', 'visits', 'orders', 'converted'],
  view: leadsWallView,
  mark: (row) => (row.board === notYet ? null : row),
  figures: [
    {
      name: 'leads.today',
      label: { en: 'Leads today', es: 'Prospectos de hoy' },
      kind: 'count',
      of: 'leads',
      only: ['today'],
    },
    {
      name: 'leads.response',
      label: { en: 'First call after', es: 'Primera llamada tras' },
      kind: 'reaction',
      of: 'leads',
      only: ['today'],
      alarm: { above: 30 },
    },
    {
      name: 'leads.uncalled',
      label: { en: 'Not called yet', es: 'Aún sin llamar' },
      kind: 'count',
      of: 'leads',
      only: ['today', 'unreached'],
    },
    {
      name: 'visits.today',
      label: { en: 'Visits fixed today', es: 'Visitas fijadas hoy' },
      kind: 'count',
      of: 'visits',
      only: ['today'],
    },
    {
      name: 'orders.today',
      label: { en: 'Orders taken today', es: 'Pedidos tomados hoy' },
      kind: 'count',
      of: 'orders',
      only: ['today'],
    },
    {
      name: 'conversions',
      label: { en: 'Became customers', es: 'Pasaron a cliente' },
      kind: 'share',
      of: 'converted',
      only: ['today'],
      whole: { of: 'leads', only: ['today', 'reached'] },
    },
  ],
  sources: ['lead'],
});
