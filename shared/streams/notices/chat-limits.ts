/** Maximum characters of a message, edit window, members of a room, and messages kept in state. */
export const chatLimits = { text: 2_000, editMs: 5 * 60_000, members: 50, keep: 200 } as const;
