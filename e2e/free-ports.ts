import { freePort } from '../server/test/harness/app/free-port.ts'

/** Distinct loopback ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
