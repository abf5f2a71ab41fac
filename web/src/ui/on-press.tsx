import { lazy, Suspense, useState, type ComponentType } from 'react'

type OnPress<P> = ComponentType<P> & { fetch: () => void }

/** A lazy part, prefetched after the page, so it opens within the press and nothing typed right after is lost. */
export function onPress<P extends object>(load: () => Promise<ComponentType<P>>): OnPress<P> {
  let fetched: ComponentType<P> | null = null
  const loading = async () => {
    fetched = await load()
    return { default: fetched }
  }
  const Later = lazy(loading)
  function Part(props: P) {
    const [Shown] = useState<ComponentType<P>>(() => fetched ?? Later)
    return (
      <Suspense fallback={null}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { fetch: () => void loading().catch(() => undefined) })
}
