import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A part of the frame that fetches data. It loads beside the page, because the frame is also rendered where nothing is
 * fetched. Until it is there, and where it cannot be loaded, `instead` is shown: a page still works.
 */
export function besidePage(load: () => Promise<ComponentType>, instead: () => ReactNode): () => ReactNode {
  const Part = lazy(async () => {
    const parts = await Promise.all([import('../api/queries.tsx'), load()]).catch(() => null)
    if (parts === null) return { default: instead }
    const [{ Queries }, Loaded] = parts
    return {
      default: () => (
        <Queries>
          <Loaded />
        </Queries>
      ),
    }
  })
  return () => (
    <Suspense fallback={instead()}>
      <Part />
    </Suspense>
  )
}
