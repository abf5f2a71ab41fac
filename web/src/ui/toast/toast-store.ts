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

/**
 * The page's one toast. A newer one replaces it, so only the last action can be undone. Its timer pauses while somebody
 * reads or reaches for it.
 */
class ToastStore {
  #toast: Toast | null = null
  #nextId = 1
  #held = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): Toast | null => this.#toast

  show({ tone = 'info', ...toast }: NewToast): void {
    this.#set({ ...toast, tone, id: this.#nextId++ })
  }

  withdraw(about: string): void {
    if (this.#toast?.about === about) this.#set(null)
  }

  /** Dismisses the error of the page that is left. */
  leavePage(): void {
    if (this.#toast?.tone === 'error' && !this.#toast.leadsOn) this.#set(null)
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
    if (this.#toast !== null && !this.#held) this.#timer = setTimeout(() => this.#set(null), STAYS_MS[this.#toast.tone])
  }

  #set(toast: Toast | null): void {
    this.#toast = toast
    if (toast === null) this.#held = false // its own end may bring no event
    this.#restartTimer()
    for (const listener of this.#listeners) listener()
  }
}

export const toastStore = new ToastStore()

export function showToast(toast: NewToast): void {
  toastStore.show(toast)
}
