import { findBinaries } from '../server/src/platform/database/embedded/home.ts'
import { StartRefusedError } from '../server/src/platform/process/start-refused.ts'

// Part of `npm run build`, by whoever owns node_modules: a service that starts as another user may not write there. Where npm has
// no embedded PostgreSQL, or it was left out, there is nothing to link.
await findBinaries().catch((error: unknown) => {
  if (!(error instanceof StartRefusedError)) throw error
})
