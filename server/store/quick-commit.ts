/**
 * Starts a statement whose commit does not wait for the disk; it must read from `quick`. For writes that are
 * repeated after a crash.
 */
export const quickCommit = `with quick as (select set_config('synchronous_commit', 'off', true))`;
