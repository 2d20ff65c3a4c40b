import { faceIn, type LeadQueueEvent } from './row.ts';
import { translations } from '../../core/translations.ts';
import { queuePart } from '../../families/queue.ts';
import { pharmaLeadQueue } from './queue.ts';

/** The leads of the queue that nobody has called yet. */
export const pharmaLeadNew = queuePart(pharmaLeadQueue, {
  name: 'pharmaLeadNew',
  route: '/outBound/pharmaLeadNew',
  entity: 'pharmaLeadNew',
  shows: (row) => row.calls === 0,
  counted: {
    from: (event) =>
      pharmaLeadQueue.entering.enter.on.includes(event.type) &&
      (faceIn(event as LeadQueueEvent)?.attempts ?? 0) === 0,
    until: ['LeadCallStarted'],
  },
  rank: (row) => [-row.priority, row.enteredAt],
  without: ['calls', 'lastCode'],
  translations: translations({
    en: { title: 'New pharma leads' },
    es: { title: 'Prospectos de farmacia nuevos' },
  }),
});
