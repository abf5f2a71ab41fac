import { buildWebWhenStale } from '../../scripts/build-web.ts'

/** Once for all: two starts at the same time would both build. */
export default (): Promise<void> => buildWebWhenStale()
