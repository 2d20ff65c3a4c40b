/** The line to the database broke, its disk failed, or it is starting, stopping or full of lines: nobody knows whether what was asked was done. */
export function isAway(error: { code?: string; message?: string }): boolean {
  if (/^(08...|57P0[1-5]|53300|58030|25006|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/.test(error.code ?? ''))
    return error.code !== 'ENOENT' || /connect/.test(error.message ?? '');
  // PostgreSQL's name for a file system that takes no writes is that of a missing right; the house's role misses none.
  if (error.code === '42501') return /Read-only file system/.test(error.message ?? '');
  return /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered a connection error|^Client was closed/.test(
    error.message ?? '',
  );
}
