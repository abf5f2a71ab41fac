import { sharedValue } from '../shared-value.ts'

export type Toast = {
  id: number
  title: string
  message?: string
  tone: 'info' | 'error'
  /** One action, such as undo. */
  action?: { label: string; run: () => void }
  about?: string
  /** Keeps an error that explains a redirect; others disappear with their page. */
  leadsOn?: true
}
export type NewToast = Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }

/** Time to read twelve words twice (ms); errors stay longer. */
const STAYS_MS = { info: 6_000, error: 10_000 }

/** The page's one toast: only the last action can be undone. Its timer pauses while somebody reads it. */
class ToastStore {
  readonly #toast = sharedValue<Toast | null>(null)
  #nextId = 1
  #held = false
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly current = this.#toast.get
  readonly subscribe = this.#toast.subscribe
  readonly use = this.#toast.use

  show({ tone = 'info', ...toast }: NewToast): void {
    this.#set({ ...toast, tone, id: this.#nextId++ })
  }

  withdraw(about: string): void {
    if (this.current()?.about === about) this.#set(null)
  }

  /** Dismisses the error of the page that is left. */
  leavePage(): void {
    const toast = this.current()
    if (toast?.tone === 'error' && !toast.leadsOn) this.#set(null)
  }

  dismiss(): void {
    this.#set(null)
  }

  hold(held: boolean): void {
    if (this.#held === held) return
    this.#held = held
    this.#restartTimer()
  }

  #restartTimer(): void {
    clearTimeout(this.#timer)
    const toast = this.current()
    if (toast !== null && !this.#held) this.#timer = setTimeout(() => this.#set(null), STAYS_MS[toast.tone])
  }

  #set(toast: Toast | null): void {
    if (toast === null) this.#held = false // its own end may bring no event
    this.#toast.set(toast)
    this.#restartTimer()
  }
}

export const toastStore = new ToastStore()

export const showToast = (toast: NewToast): void => toastStore.show(toast)
