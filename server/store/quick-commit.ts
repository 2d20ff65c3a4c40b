/** Begins a statement that is committed without waiting for the disk; it must name `quick` where it reads. For what a crash may take, because it is done anew. */
export const quickCommit = `with quick as (select set_config('synchronous_commit', 'off', true))`;
