import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'

/** A lazy part of the frame that fetches data. Shows `instead` until it loads, or if it can't. */
export const besidePage = (load: () => Promise<ComponentType>, instead: () => ReactNode) =>
  lazyPart(
    async () => {
      const [{ Queries }, Loaded] = await Promise.all([import('../api/queries.tsx'), load()])
      return () => (
        <Queries>
          <Loaded />
        </Queries>
      )
    },
    { meanwhile: instead(), instead },
  )
