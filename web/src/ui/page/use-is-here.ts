import { useLocation } from 'wouter'

/** Whether the person is still on the page: an answer that comes after they left must not navigate. */
export function useIsHere(): () => boolean {
  const [path] = useLocation()
  return () => location.pathname === path
}
