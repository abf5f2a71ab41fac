import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A part of the frame that asks the server for data. It is loaded beside the page, for the frame is also drawn where
 * nothing is asked. Until it is there, and where it cannot be loaded, `instead` stands in its place: a page still works.
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
