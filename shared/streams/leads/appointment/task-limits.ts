/** What a start permit allows: another time than the slot's, or another place than the address. */
export type PermitKind = 'time' | 'anyLocation';
/** How each permit is requested, and whether a photograph of the place belongs to it. */
export const permitRequests = {
  time: { command: 'requestLateEarlyStart', photo: false },
  anyLocation: { command: 'requestStartAnyLocation', photo: true },
} as const satisfies Readonly<Record<PermitKind, { readonly command: string; readonly photo: boolean }>>;

/**
 * Minutes around a task's slot: how early and late it may be started, when it is overdue, and when it is
 * missed.
 */
export const startLimits = {
  earlyMinutes: 15,
  lateMinutes: 15,
  overdueMinutes: 5,
  missedMinutes: 60,
  permitMinutes: 30,
} as const;
