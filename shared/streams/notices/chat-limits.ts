/** Characters of a message, how long it can be edited, people in a room, messages kept at hand. */
export const chatLimits = { text: 2_000, editMs: 5 * 60_000, members: 50, keep: 200 } as const;
