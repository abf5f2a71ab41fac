/** Ends a request, as does `signal`. `AbortSignal.any` is missing from browsers that are still in use. */
export function abortWith(signal: AbortSignal | null | undefined): AbortController {
  const own = new AbortController()
  const follow = () => own.abort()
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { signal: own.signal })
  return own
}
