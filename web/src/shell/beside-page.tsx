import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** A lazy part of the frame that fetches data. Shows `instead` until it loads, or if it can't. */
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
