import { showToast, type Toast } from '../ui/toast/toast-store.ts'
import { messageOf } from './api-failure.ts'

type More = {
  /** What is said of a failure without words of its own. */
  otherwise?: string
  action?: NonNullable<Toast['action']>
  about?: string
}

/** For what failed: what was tried, and why in the server's words. */
export const toastFailure =
  (title: string, { otherwise = 'Please try again later.', ...more }: More = {}) =>
  (failure: unknown): void =>
    showToast({ title, message: messageOf(failure, otherwise), tone: 'error', ...more })
