import { messageOf } from '../../api/api-failure.ts'
import { showToast } from '../../ui/toast-store.ts'

/** For what failed: what was tried, and the server's words. */
export const sayWhy = (title: string) => (failure: unknown) => {
  showToast({ title, message: messageOf(failure, 'Please try again later.'), tone: 'error' })
}
