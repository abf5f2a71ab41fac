let navigations = 0

/** Counts page changes inside the app. */
export function noteNavigation(): void {
  navigations += 1
}

/** False on the page that the browser itself loaded: there the focus stays where the browser put it. */
export function arrivedByNavigation(): boolean {
  return navigations > 0
}
