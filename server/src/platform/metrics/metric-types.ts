export type Labels = Readonly<Record<string, string>>

export type Sample = { labels?: Labels; value: number }

/** All series under one metric name. */
export type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; lines(): string[] }

/** The `known` series exist from the start, because growth shows only after a first value. */
export function counter(
  name: string,
  help: string,
  known: readonly Labels[],
): Family & { add(labels?: Labels, amount?: number): void; samples(): Required<Sample>[] } {
  const rows = rowsByLabels(known, (labels) => ({ labels, value: 0 }))
  return {
    name,
    help,
    type: 'counter',
    add: (labels = {}, amount = 1) => void (rows.of(labels).value += amount),
    samples: () => rows.all(),
    lines: () => rows.all().map(({ labels, value }) => `${name}${inBraces(labels)} ${value}`),
  }
}

export function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return {
    name,
    help,
    type: 'gauge',
    lines: () => samples.map(({ labels = {}, value }) => `${name}${inBraces(labels)} ${value}`),
  }
}

/** A histogram with cumulative buckets; `known` series exist from the start. */
export function histogram(
  name: string,
  help: string,
  { steps, known }: { steps: readonly number[]; known: readonly Labels[] },
): Family & { observe(value: number, labels?: Labels): void } {
  const rows = rowsByLabels(known, (labels) => ({ labels, counts: steps.map(() => 0), sum: 0, count: 0 }))
  return {
    name,
    help,
    type: 'histogram',
    observe(value, labels = {}) {
      const row = rows.of(labels)
      row.sum += value
      row.count++
      const step = steps.findIndex((most) => value <= most)
      if (step >= 0) row.counts[step]!++
    },
    lines: () => rows.all().flatMap((row) => linesOf(name, steps, row)),
  }
}

/** Finds a series by its label values alone: a family always has the same label names in the same order. */
function rowsByLabels<Row>(known: readonly Labels[], begin: (labels: Labels) => Row) {
  const rows = new Map<string, Row>()
  const of = (labels: Labels): Row => {
    const key = Object.values(labels).join('\n')
    const row = rows.get(key) ?? begin(labels)
    rows.set(key, row)
    return row
  }
  for (const labels of known) of(labels)
  return { of, all: () => [...rows.values()] }
}

function linesOf(
  name: string,
  steps: readonly number[],
  { labels, counts, sum, count }: { labels: Labels; counts: number[]; sum: number; count: number },
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

/** Prometheus text format, version 0.0.4. */
export function exposition(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()])
    .map((lines) => `${lines.join('\n')}\n`)
    .join('')
}

function inBraces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
