/** Joins what is there; conditions that do not hold leave nothing. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
