// Runs before the first paint, from a file of its own: the content security policy allows nothing inline. No imports,
// because a blocking script must be one small file.
const script = document.currentScript
/** The latest time after load at which the page counts as painted, in case the browser does not report it. */
const PAINTED_BY_THEN_MS = 500
applyTheme()
const [app, ...beside] = script?.dataset['app']?.split(' ') ?? []
if (app !== undefined) {
  startAfterPaint(app, beside)
  keepEarlyPresses()
}

/** Duplicates theme/theme.ts, because this file has no imports. */
function applyTheme(): void {
  const chosen = storedTheme()
  const hour = new Date().getHours()
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
  else if (hour >= 20 || hour < 6) document.documentElement.dataset['theme'] = 'dark'
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null // storage may be disabled
  }
}

/** A prerendered page is readable without the app: on a slow connection its text and fonts come first. */
function startAfterPaint(source: string, neededToo: readonly string[]): void {
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const href of neededToo) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    }
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: source }),
    )
  }
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  // A page in the background is not painted, and must be ready when it is shown.
  addEventListener('load', () => setTimeout(start, document.hidden ? 0 : PAINTED_BY_THEN_MS))
}

/**
 * Until the app is there, no button responds, and a form would put its values into the URL. So clicks wait, and are
 * repeated once the page reports that it is ready (shell/use-arrival.ts).
 */
function keepEarlyPresses(): void {
  const pressed = new Set<HTMLElement>()
  const keep = (event: Event, button: HTMLElement | null | undefined) => {
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    pressed.add(button)
  }
  const keepClick = (event: Event) =>
    keep(event, event.target instanceof Element ? event.target.closest('button') : null)
  // Enter in a field clicks its form's button, unless that is disabled until the app is there.
  const keepEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || endsComposition(event) || !(event.target instanceof HTMLInputElement)) return
    keep(event, event.target.form?.querySelector<HTMLElement>('[type=submit]'))
  }
  const pressAgain = () => {
    document.removeEventListener('click', keepClick, true)
    document.removeEventListener('keydown', keepEnter, true)
    for (const button of pressed) button.click()
  }
  document.addEventListener('click', keepClick, true)
  document.addEventListener('keydown', keepEnter, true)
  // A moment later: input typed early is taken over first (useTypedEarly in ui/form/field.tsx).
  document.addEventListener('page-ready', () => setTimeout(pressAgain), { once: true })
}

/** Whether an input method uses this Enter for the word being composed; Safari shows it only in the key code. */
function endsComposition(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
