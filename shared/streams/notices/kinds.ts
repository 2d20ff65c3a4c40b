/** Channels of a notice: the notification panel, a sound, push to registered devices. */
export const noticeChannels = ['panel', 'sound', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/**
 * How the inbox classifies a notice. Decisions and answers stay open while the request waits; news is done
 * once read.
 */
export const noticeTypes = ['decide', 'answer', 'mention', 'assignment', 'news'] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Icons of a notice, drawn by the console. */
export const noticeIcons = [
  'alarm',
  'alert',
  'alert-triangle',
  'bell',
  'check',
  'clipboard',
  'clipboard-check',
  'clock',
  'clock-exclamation',
  'clock-off',
  'eye-exclamation',
  'help',
  'message',
  'person',
  'phone',
  'x',
] as const;
export type NoticeIconName = (typeof noticeIcons)[number];
export const noticeColours = ['green', 'red', 'orange', 'amber', 'blue', 'gray'] as const;
export type NoticeColour = (typeof noticeColours)[number];

/** `push`: whether it goes to devices by default. */
export interface NoticeKind {
  readonly type: NoticeType;
  readonly push: boolean;
  /** Its text says how many there were, when several came soon after one another. */
  readonly counts?: boolean;
}

/**
 * Every kind of notice; each is a message key of the stream `notice`, with a text for the settings and one
 * for lock screens.
 */
export const noticeKinds = {
  approvalRequested: { type: 'decide', push: true },
  approvalDelegated: { type: 'decide', push: true },
  approvalEscalated: { type: 'decide', push: true },
  approvalInfoGiven: { type: 'decide', push: true },
  approvalInfoRequested: { type: 'answer', push: true },
  chatMention: { type: 'mention', push: true },
  signupInfoRequested: { type: 'assignment', push: true },
  dayAutoClosed: { type: 'assignment', push: false },
  queueItemBreached: { type: 'assignment', push: true, counts: true },
  accessAlert: { type: 'assignment', push: true },
  glassBroken: { type: 'assignment', push: true },
  changeToConfirm: { type: 'assignment', push: true },
  incentiveToConfirm: { type: 'assignment', push: true },
  queueItemEscalated: { type: 'assignment', push: true, counts: true },
  callbackSoon: { type: 'assignment', push: true },
  callWrapUpOverdue: { type: 'assignment', push: false },
  callNotDispositioned: { type: 'assignment', push: false },
  callScored: { type: 'news', push: false },
  callCalibrated: { type: 'news', push: false },
  rowAssigned: { type: 'assignment', push: true },
  rowTaken: { type: 'news', push: false },
  callDeceased: { type: 'assignment', push: true },
  callDeceasedCorrected: { type: 'assignment', push: true },
  callComplaint: { type: 'assignment', push: true },
  dayStartAllowed: { type: 'assignment', push: true },
  startPermitted: { type: 'assignment', push: true },
  visitFollowUp: { type: 'assignment', push: true },
  escalationRaised: { type: 'assignment', push: true },
  escalationLevel: { type: 'assignment', push: true },
  approvalApproved: { type: 'news', push: false },
  approvalRejected: { type: 'news', push: false },
  expensePaid: { type: 'news', push: false },
  batchBlocked: { type: 'assignment', push: true },
  pickListHeld: { type: 'assignment', push: true },
  pickListReplaced: { type: 'assignment', push: true },
  pickListCancelled: { type: 'assignment', push: true },
  pickListCancelledBack: { type: 'assignment', push: true },
  parcelAssigned: { type: 'assignment', push: true },
  paymentToRefund: { type: 'assignment', push: true },
  dayEndMissing: { type: 'assignment', push: true },
  approvalGranted: { type: 'news', push: false },
  approvalApplyFailed: { type: 'news', push: true },
  approvalExpired: { type: 'news', push: false },
  signupRejected: { type: 'news', push: false },
  signupCompleted: { type: 'news', push: false },
  signupAbandoned: { type: 'news', push: false },
  prescriptionSentBack: { type: 'assignment', push: true },
  prescriptionAnswered: { type: 'assignment', push: true },
  doctorAsked: { type: 'answer', push: true },
  doctorAnswerOverdue: { type: 'answer', push: true },
  prescriptionRejected: { type: 'assignment', push: false },
  testNotice: { type: 'news', push: true },
} as const satisfies Readonly<Record<string, NoticeKind>>;
export type NoticeKindName = keyof typeof noticeKinds;

/** The kind of a message; an unlisted one is news for the panel. */
export function noticeKind(message: string): NoticeKind {
  return Object.hasOwn(noticeKinds, message)
    ? noticeKinds[message as NoticeKindName]
    : { type: 'news', push: false };
}

/** Kinds whose channels can be configured; the test notice cannot. */
export const chosenKinds = (Object.keys(noticeKinds) as NoticeKindName[]).filter(
  (name) => name !== 'testNotice',
);
