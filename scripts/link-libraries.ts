import { findBinaries } from '../server/src/platform/database/embedded/home.ts'
import { StartRefusedError } from '../server/src/platform/process/start-and-stop.ts'

// Part of `npm run build`, because a service that runs as another user can't write into node_modules. Without the embedded
// PostgreSQL there is nothing to link.
await findBinaries().catch((error: unknown) => {
  if (!(error instanceof StartRefusedError)) throw error
})
