/**
 * For a search index of a table that is written all day: what was written is sorted in once there are 256 KB of it and not 4 MB,
 * because the one who writes the last line waits for all of it (a tenth of a second, and with it everybody who shares the processor).
 */
export const soon = 'with (gin_pending_list_limit = 256)';
