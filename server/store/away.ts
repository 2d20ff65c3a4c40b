/**
 * Whether the database is unavailable: its connection broke, its disk failed, or it is starting, stopping or
 * out of connections. The outcome of the statement is unknown.
 */
export function isAway(error: { code?: string; message?: string }): boolean {
  if (/^(08...|57P0[1-5]|53300|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/.test(error.code ?? ''))
    return error.code !== 'ENOENT' || /connect/.test(error.message ?? '');
  // PostgreSQL reports a read-only file system as a missing privilege; the app's role lacks none.
  if (error.code === '42501') return /Read-only file system/.test(error.message ?? '');
  return /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered a connection error|^Client was closed/.test(
    error.message ?? '',
  );
}
