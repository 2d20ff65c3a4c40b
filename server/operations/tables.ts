/**
 * How a backup treats each table. Every table of the migrations is in exactly one list, which a test checks.
 */

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
  'reactions',
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
  'set_aside',
];

/** Password hashes, second factors, devices: only encrypted with a key; omitted without one. */
export const sealed: readonly string[] = ['access_credentials', 'access_second_factors', 'access_devices'];

/**
 * Sessions, their pushes, tickets, attempts and one-time codes end with the installation they were made in;
 * the rest is folded again from the log, or describes what ran here.
 */
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
  'upload_links',
  'otp_locks',
  'snapshots',
  'sql_views',
  'service_calls',
  'kept_exports',
  'nodes',
  'leader_leases',
  'store_name',
  'migrations',
];

/** Append-only, never emptied. */
export const forEver: readonly string[] = ['events', 'access_log', 'log_seals', 'access_log_seals'];
