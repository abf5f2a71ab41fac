import { mkdir, rmdir, writeFile } from 'node:fs/promises'

const ROOT = '/sys/fs/cgroup/cpu'
const PERIOD_US = 100_000

/** Holds a process to a quarter of a core, by the kernel's own means (control groups, version 1; root only). */
export async function holdToQuarterCore(pid: number): Promise<{ letGo(): Promise<void> }> {
  const group = `${ROOT}/reveille-bench-${pid}`
  await mkdir(group)
  await writeFile(`${group}/cpu.cfs_period_us`, String(PERIOD_US))
  await writeFile(`${group}/cpu.cfs_quota_us`, String(PERIOD_US / 4))
  await writeFile(`${group}/cgroup.procs`, String(pid))
  return { letGo: () => rmdir(group) }
}
