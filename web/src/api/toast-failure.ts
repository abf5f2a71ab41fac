import { showToast } from '../ui/toast/toast-store.ts'
import { complaintOf } from './api-failure.ts'

/** For a failure whose place is gone, as an undo's in a toast: what was tried, and why it failed. */
export const toastFailure =
  (title: string, { otherwise, about }: { otherwise?: string; about?: string } = {}) =>
  (failure: unknown): void =>
    showToast({ ...complaintOf(title, failure, otherwise), tone: 'error', ...(about !== undefined && { about }) })
