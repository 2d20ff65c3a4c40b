/**
 * Settings for a small machine: the server stays under about 60 MB, and every commit is on disk before it is
 * acknowledged.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  cluster_name: 'ops-console',
  timezone: 'UTC',
  log_timezone: 'UTC',

  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '512MB',
  dynamic_shared_memory_type: 'mmap',
  huge_pages: 'off',
  jit: 'off',
  // The app restarts it: after a failed recovery within a running server, PostgreSQL 18 hangs.
  restart_after_crash: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '2',
  random_page_cost: '1.1',

  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '4MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  checkpoint_timeout: '10min',
};
