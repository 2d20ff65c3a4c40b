/** Where a notice can reach a person: the bell's panel, a tone, the devices they asked to be told on. */
export const noticeChannels = ['panel', 'sound', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** What the inbox takes a notice for. A decision and an answer are open while the request waits for them; news is done once read. */
export const noticeTypes = ['decide', 'answer', 'mention', 'assignment', 'news'] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** `push`: whether it goes to devices unless its owner says otherwise. */
export interface NoticeKind {
  readonly type: NoticeType;
  readonly push: boolean;
}

/** Every kind of notice; each is a message of the stream `notice`, with a word for the settings and one for a locked screen. */
export const noticeKinds = {
  approvalAsked: { type: 'decide', push: true },
  approvalDelegated: { type: 'decide', push: true },
  approvalEscalated: { type: 'decide', push: true },
  approvalInfoGiven: { type: 'decide', push: true },
  approvalInfoAsked: { type: 'answer', push: true },
  chatMention: { type: 'mention', push: true },
  signupInfoRequested: { type: 'assignment', push: true },
  dayAutoClosed: { type: 'assignment', push: false },
  queueItemBreached: { type: 'assignment', push: true },
  readingAlert: { type: 'assignment', push: true },
  queueItemEscalated: { type: 'assignment', push: true },
  approvalApproved: { type: 'news', push: false },
  approvalRejected: { type: 'news', push: false },
  approvalGranted: { type: 'news', push: false },
  approvalApplyFailed: { type: 'news', push: true },
  approvalExpired: { type: 'news', push: false },
  signupRejected: { type: 'news', push: false },
  signupCompleted: { type: 'news', push: false },
  signupAbandoned: { type: 'news', push: false },
  testNotice: { type: 'news', push: true },
} as const satisfies Readonly<Record<string, NoticeKind>>;
export type NoticeKindName = keyof typeof noticeKinds;

/** The kind of a message; one that nobody listed is news for the panel. */
export function noticeKind(message: string): NoticeKind {
  return Object.hasOwn(noticeKinds, message) ? noticeKinds[message as NoticeKindName] : { type: 'news', push: false };
}

/** Kinds whose channels a person chooses; the test says what it is for by itself. */
export const chosenKinds = (Object.keys(noticeKinds) as NoticeKindName[]).filter((name) => name !== 'testNotice');
