/** Distinguishes a server that this launcher started from one that somebody started by hand on the same folder. */
export const CLUSTER_NAME = 'reveille'

/**
 * Given on the command line at each start, so that a new version changes them for old data folders too. Durable first,
 * then small: all of the product is to fit in 350 MB at rest.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  cluster_name: CLUSTER_NAME,
  listen_addresses: '', // the socket in a private folder is the only way in
  port: '5432', // part of the socket's name
  unix_socket_permissions: '0700',

  fsync: 'on',
  // macOS answers a plain fsync before its drive has written.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal', // there are no replicas
  max_wal_senders: '0',
  max_wal_size: '256MB',

  max_connections: '60',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  io_method: 'sync', // saves three idle worker processes
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0', // saves its idle launcher
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  jit: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and messages about them can hold personal data: only what concerns the server itself is logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}
