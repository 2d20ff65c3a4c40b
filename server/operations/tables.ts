/** What a backup holds of each table. Every table of the migrations stands in exactly one list; a test says so. */

/** Copied as they are, in the order in which they can be written again. */
export const copied: readonly string[] = [
  'log_head',
  'events',
  'commands',
  'source_keys',
  'numbers',
  'views',
  'view_rows',
  'view_snapshots',
  'policies',
  'asks',
  'leases',
  'access_log_head',
  'access_log',
  'log_seals',
  'access_log_seals',
  'inbox',
  'source_ids',
  'source_seen',
  'source_cursors',
  'source_health',
  'dead_letters',
  'source_outbox',
  'source_followers',
  'files',
  'saved_views',
  'import_files',
  'import_rows',
  'outbox_messages',
  'marks',
];

/** Password hashes, second factors, devices: only sealed with a key, never in clear; without a key they are left out. */
export const sealed: readonly string[] = ['access_credentials', 'access_second_factors', 'access_devices'];

/** Sessions, their pushes, tickets, tries and one-time codes die with the house they were made in; the rest is folded again from the log, or says what ran here. */
export const left: readonly string[] = [
  'access_sessions',
  'access_attempts',
  'access_known_devices',
  'access_pairings',
  'access_tickets',
  'push_subscriptions',
  'push_tokens',
  'push_deliveries',
  'otp_codes',
  'otp_locks',
  'snapshots',
  'sql_views',
  'nodes',
  'duties',
  'house_name',
  'migrations',
];

/** Written once, never changed and never emptied. */
export const forEver: readonly string[] = ['events', 'access_log', 'log_seals', 'access_log_seals'];
