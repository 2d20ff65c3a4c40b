import type { LeaseRule } from './leases.ts';

/** An agent calls one person at a time, whatever queue the call comes from. */
export const callLease: LeaseRule = { group: 'calls', limit: 1 };

/** Papers that wait for somebody to read them; an agent may keep three of them open. */
export const readingLease: LeaseRule = { group: 'digitization', limit: 3 };
