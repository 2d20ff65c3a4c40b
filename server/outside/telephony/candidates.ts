import type { Viewer } from '#shared/core/permission.ts';
import { may } from '#shared/core/permission.ts';
import { queueNeed, type QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { campaignRefused, type CampaignCalls } from '#shared/streams/calls/call/campaign.ts';
import type { CallingDay } from '#shared/streams/calls/call/hours.ts';
import type { Candidate } from '#shared/streams/calls/call/next-item.ts';
import type { Views } from '../../core/parts.ts';

interface Row extends QueueRow {
  readonly name?: string;
  readonly calls?: number;
  readonly campaignId?: number | null;
  readonly dueAt?: string;
  readonly owner?: { readonly empId: number; readonly name: string };
  readonly firstUntil?: string;
}

export interface CandidateParts {
  readonly queues: readonly QueueDef[];
  readonly views: Views;
  readonly dayAt: (pooId: number | null) => Promise<CallingDay>;
  /** Campaigns of leads that limit calls, by number. */
  readonly campaigns: () => Promise<ReadonlyMap<number, CampaignCalls>>;
}

/** Free rows of every queue whose rows are called and that this viewer may work in. */
export async function candidatesFor(
  { queues, views, dayAt, campaigns }: CandidateParts,
  viewer: Viewer,
  now: number,
): Promise<readonly Candidate[]> {
  const days = new Map<number | null, CallingDay>();
  const dayOf = async (pooId: number | null): Promise<CallingDay> => {
    const known = days.get(pooId) ?? (await dayAt(pooId));
    days.set(pooId, known);
    return known;
  };
  const found: Candidate[] = [];
  const limiting = await campaigns();
  for (const queue of queues) {
    if (!queue.rules.dial || queue.items !== queue.name || !may(viewer, queueNeed(queue)).ok) continue;
    for (const row of views.get(queue.view).rows.values() as Iterable<Row>) {
      if (row.state !== 'waiting' || row.holder !== null) continue;
      const campaign = row.campaignId == null ? undefined : limiting.get(row.campaignId);
      // A paused campaign, or one that calls at other hours, gives no calls, promised ones neither.
      if (campaignRefused(campaign, 'promotional', now)) continue;
      const day = await dayOf(row.pooId);
      found.push({
        item: `queueitem-${queue.items}-${row.id}`,
        queue: queue.name,
        subject: `${queue.subject}-${row.id}`,
        ...{
          ref: row.ref,
          name: row.name ?? row.ref,
          pooId: row.pooId,
          language: row.language,
          priority: row.priority,
          pinned: row.pinned,
        },
        ...{ calls: row.calls ?? 0, enteredAt: row.enteredAt, campaignId: row.campaignId ?? null },
        ...{ dueAt: row.dueAt ?? null, owner: row.owner ?? null, firstUntil: row.firstUntil ?? null },
        assigned: row.assigned,
        // Whose turn it is, the choice itself knows.
        shut:
          row.dueAt === undefined &&
          (queue.shut?.(row, { now, empId: viewer.empId ?? 0, day }) ?? null) !== null,
      });
    }
  }
  return found;
}
