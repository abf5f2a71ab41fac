/** One line of a metric: its labels and its value. */
export type Sample = { labels?: Readonly<Record<string, string>>; value: number }

/** Everything that is exported under one name. */
export type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; lines(): string[] }

/** A number that only grows. Those `known` are there from the start: growth is seen only from a first value on. */
export function counter(
  name: string,
  help: string,
  known: readonly Record<string, string>[] = [],
): Family & { add(labels?: Record<string, string>): void } {
  const values = new Map(known.map((labels) => [inBraces(labels), 0]))
  return {
    name,
    help,
    type: 'counter',
    add(labels = {}) {
      const key = inBraces(labels)
      values.set(key, (values.get(key) ?? 0) + 1)
    },
    lines: () => Array.from(values, ([labels, value]) => `${name}${labels} ${value}`),
  }
}

/** How things stand now. */
export function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return {
    name,
    help,
    type: 'gauge',
    lines: () => samples.map(({ labels = {}, value }) => `${name}${inBraces(labels)} ${value}`),
  }
}

/** How often which values came, in steps that only say 'at most so much'. */
export function histogram(
  name: string,
  help: string,
  steps: readonly number[],
): Family & { observe(value: number, labels?: Record<string, string>): void } {
  const rows = new Map<string, { labels: Record<string, string>; counts: number[]; sum: number; count: number }>()
  return {
    name,
    help,
    type: 'histogram',
    observe(value, labels = {}) {
      const key = inBraces(labels)
      const row = rows.get(key) ?? { labels, counts: steps.map(() => 0), sum: 0, count: 0 }
      rows.set(key, row)
      row.sum += value
      row.count++
      const step = steps.findIndex((most) => value <= most)
      if (step >= 0) row.counts[step]!++
    },
    lines: () => Array.from(rows.values()).flatMap((row) => linesOf(name, steps, row)),
  }
}

function linesOf(
  name: string,
  steps: readonly number[],
  { labels, counts, sum, count }: { labels: Record<string, string>; counts: number[]; sum: number; count: number },
): string[] {
  let upTo = 0
  return [
    ...steps.map(
      (most, index) => `${name}_bucket${inBraces({ ...labels, le: String(most) })} ${(upTo += counts[index]!)}`,
    ),
    `${name}_bucket${inBraces({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${inBraces(labels)} ${sum}`,
    `${name}_count${inBraces(labels)} ${count}`,
  ]
}

/** The text format of Prometheus, version 0.0.4. */
export function exposition(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()])
    .map((lines) => `${lines.join('\n')}\n`)
    .join('')
}

function inBraces(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
