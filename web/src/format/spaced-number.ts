/** The calling codes of the numbers we call, longest first, and how their digits are grouped from the left. */
const GROUPS: readonly [code: string, groups: readonly number[]][] = [
  ['+61', [3, 3, 3]],
  ['+64', [2, 3, 4]],
  ['+91', [5, 5]],
  ['+33', [1, 2, 2, 2, 2]],
  ['+49', [4, 3, 4]],
  ['+65', [4, 4]],
  ['+1', [3, 3, 4]],
]

/** '+12025550123' → '+1 202 555 0123': easier to compare with memory. */
export function spacedNumber(full: string): string {
  const [code, groups] = GROUPS.find(([prefix]) => full.startsWith(prefix)) ?? []
  if (code === undefined || groups === undefined) return full
  let rest = full.slice(code.length)
  const parts = [code]
  for (const size of groups.slice(0, -1)) {
    if (rest.length <= size) break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return [...parts, rest].join(' ')
}
