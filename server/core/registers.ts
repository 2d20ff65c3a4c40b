import * as streamRegister from '#shared/streams/index.ts';
import * as policyRegister from '#shared/policies/index.ts';
import * as queueRegister from '#shared/queues/index.ts';
import * as feedRegister from '#shared/feeds/index.ts';
import type { Abouts } from '#shared/core/about.ts';
import { chatRoomsFeed } from '#shared/feeds/chat.ts';
import { aboutsOf } from '#shared/streams/notices/about.ts';
import { chatroom, chatroomStream } from '#shared/streams/notices/chatroom.ts';
import type { PolicyDef } from '#shared/core/policy.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { FeedDef, ViewDef } from '#shared/core/view.ts';
import * as approvalRegister from '#shared/approvals/index.ts';
import * as formRegister from '#shared/forms/index.ts';
import * as masterRegister from '#shared/masters/index.ts';
import { internalLists } from '#shared/masters/internal-lists.ts';
import {
  documentOffers,
  formOffers,
  openToOffers,
  queueOffers,
  type Offer,
} from '#shared/families/offers.ts';
import { mainFirst } from '#shared/families/main-first.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { masterFeeds } from '#shared/families/master-feed.ts';
import { masterStream } from '#shared/streams/masters/master.ts';
import { approvalPolicy, type ApprovalKind } from '#shared/families/approval.ts';
import { approvalFeed } from '#shared/families/approval-feed.ts';
import { queueFeed, queueNeed, type QueueDef } from '#shared/families/queue.ts';
import { queuePolicy, withQueues } from '#shared/families/queue-register.ts';
import type { ReportDef } from '#shared/families/report.ts';
import { documentChangesFeed } from '#shared/families/document-changes.ts';
import { reportFeed } from '#shared/families/report-feed.ts';
import * as reportRegister from '#shared/reports/index.ts';
import * as documentRegister from '#shared/documents/index.ts';
import * as wallRegister from '#shared/walls/index.ts';
import type { WallDef } from '#shared/families/wall.ts';
import type { FormDef } from '#shared/families/form.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import * as searchRegister from '#shared/searches/index.ts';
import type { SearchKind } from '#shared/families/search.ts';
import type { ScreenFace } from '#shared/families/screen.ts';

/** What a register exports, sorted by name: a loader's own order would differ between tests and the app. */
const listed = <T>(register: object): T[] =>
  Object.entries(register)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, def]) => def as T);

/** The registers of `shared` as lists. */
export function allStreams(): ReadonlyMap<string, StreamDef> {
  const map = new Map<string, StreamDef>();
  const offers = allOffers();
  for (const def of [
    ...listed<StreamDef>(streamRegister).filter(({ name }) => name !== chatroom.name),
    masterStream(allMasters()),
    chatroomStream(allAbouts()),
  ]) {
    if (map.has(def.name)) throw new Error(`Two streams are called ${def.name}.`);
    map.set(def.name, openToOffers(def, offers));
  }
  return map;
}

/** What a chat or a notice may be about, with the rights of the queues that show it. */
export function allAbouts(): Abouts {
  const shown = allQueues().map((queue) => ({ subject: queue.subject, need: queueNeed(queue) }));
  return aboutsOf(listed<StreamDef>(streamRegister), shown);
}

/** Every command that a queue, a form or a document offers on its screens. */
export function allOffers(): readonly Offer[] {
  return [
    ...allQueues().flatMap(queueOffers),
    ...allForms().flatMap(formOffers),
    ...allDocuments().flatMap(documentOffers),
  ];
}

export function allPolicies(): readonly PolicyDef[] {
  return [
    ...listed<PolicyDef>(policyRegister),
    ...allApprovals().map(approvalPolicy),
    ...allQueues().flatMap((queue) => queuePolicy(queue) ?? []),
  ];
}

export function allMasters(): readonly MasterDef[] {
  return [...mainFirst(masterRegister), ...internalLists];
}

export function allApprovals(): readonly ApprovalKind[] {
  return listed(approvalRegister);
}

export function allQueues(): readonly QueueDef[] {
  return listed(queueRegister);
}

export function allForms(): readonly FormDef[] {
  return listed(formRegister);
}

export function allDocuments(): readonly DocumentDef[] {
  return listed(documentRegister);
}

export function allSearches(): readonly SearchKind[] {
  return listed<SearchKind>(searchRegister).map((kind) => withQueues(kind, allQueues()));
}

export function allReports(): readonly ReportDef[] {
  return listed(reportRegister);
}

export function allWalls(): readonly WallDef[] {
  return listed(wallRegister);
}

let feeds: ReadonlyMap<string, FeedDef> | null = null;

/** Built once, so that a view is the same object everywhere. */
export function allFeeds(): ReadonlyMap<string, FeedDef> {
  if (feeds) return feeds;
  const map = new Map<string, FeedDef>();
  const ofFamilies = [
    ...allQueues().map((queue) => queueFeed(queue) as unknown as FeedDef),
    ...allApprovals()
      .filter(({ name, screen }) => screen === name)
      .map(approvalFeed),
    ...masterFeeds(allMasters()),
    chatRoomsFeed(allAbouts()) as unknown as FeedDef,
    ...allDocuments().map(({ feed }) => feed),
    documentChangesFeed(allDocuments()),
    ...allWalls().map(({ feed }) => feed),
    reportFeed(allReports()),
  ];
  for (const feed of [...listed<FeedDef>(feedRegister), ...ofFamilies] as readonly FeedDef[]) {
    if (map.has(feed.name)) throw new Error(`Two feeds are called ${feed.name}.`);
    map.set(feed.name, feed);
  }
  return (feeds = map);
}

/** Every view behind a feed; views without a feed (the directory) are passed separately. */
export function allViews(): readonly ViewDef[] {
  return [...new Map([...allFeeds().values()].map((feed) => [feed.view.name, feed.view])).values()];
}

/** Every declared screen; its translations are served under its name. */
export function allScreens(): readonly ScreenFace[] {
  const ofDocuments = allDocuments().flatMap(({ name, translations, screens }) => [
    ...screens,
    { ...screens[0]!, name, translations },
  ]);
  return [
    ...[queueRegister, approvalRegister, formRegister, reportRegister].flatMap((register) =>
      listed<ScreenFace>(register),
    ),
    ...mainFirst(masterRegister),
    ...ofDocuments,
  ];
}
