/**
 * Storage parameter for a search index on a busy table: pending entries are merged after 256 KB instead of 4
 * MB, because the insert that triggers the merge waits for it (a tenth of a second, during which it blocks a
 * processor).
 */
export const soon = 'with (gin_pending_list_limit = 256)';
