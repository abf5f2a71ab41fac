import { JobPayloads, type JobName, type JobPayload } from '../ports/jobs.ts'
import type { Services } from '../ports/services.ts'

/** The code of one kind of job: its payload is read once, at this door. A throw means: again, with back-off. */
export type Job = { name: JobName; run(services: Services, payload: unknown): Promise<void> }

export function job<Name extends JobName>(
  name: Name,
  useCase: (services: Services, payload: JobPayload<Name>) => Promise<void>,
): Job {
  const payloads = JobPayloads[name]
  return { name, run: (services, payload) => useCase(services, payloads.parse(payload) as JobPayload<Name>) }
}
