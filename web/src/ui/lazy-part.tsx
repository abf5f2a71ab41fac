import { lazy, type ReactNode, Suspense, useState, type ComponentType } from 'react'

type LazyPart<P> = ComponentType<P> & { fetch: () => void }

type Options<P> = {
  /** Shows until it loads. */
  meanwhile?: ReactNode
  /** Stands in if it can't load. */
  instead?: ComponentType<P>
}

/**
 * A part that the first screen doesn't wait for. Call `fetch` once the page is there for a part that a press opens: then it
 * opens at once, and nothing typed right after is lost.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile = null, instead }: Options<P> = {},
): LazyPart<P> {
  let fetched: ComponentType<P> | null = null
  const loading = async () => {
    fetched = await load().catch((error: unknown) => {
      if (instead) return instead
      throw error
    })
    return { default: fetched }
  }
  const Later = lazy(loading)
  function Part(props: P) {
    const [Shown] = useState<ComponentType<P>>(() => fetched ?? Later)
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { fetch: () => void loading().catch(() => undefined) })
}
