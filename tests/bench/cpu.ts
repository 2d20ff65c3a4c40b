/** User and system time of this process since a `process.cpuUsage()`, µs. */
export function cpuSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return user + system;
}
