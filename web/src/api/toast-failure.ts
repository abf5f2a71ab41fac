import { showToast, type Toast } from '../ui/toast/toast-store.ts'
import { messageOf } from './api-failure.ts'

type More = {
  /** The text for a failure without words of its own. */
  otherwise?: string
  action?: NonNullable<Toast['action']>
  about?: string
}

/** For failures: what was tried, and the server's reason. */
export const toastFailure =
  (title: string, { otherwise = 'Please try again later.', ...more }: More = {}) =>
  (failure: unknown): void =>
    showToast({ title, message: messageOf(failure, otherwise), tone: 'error', ...more })
