/** PostgreSQL accepts at most 65,535 parameters per statement: rows of up to 16 columns. */
const MOST_ROWS = 4_000

/** Splits a write into several statements: after a long downtime there may be many rows. */
export async function inChunks<Row, Written>(
  rows: readonly Row[],
  write: (chunk: readonly Row[]) => Promise<Written[]>,
): Promise<Written[]> {
  const written: Written[] = []
  for (let from = 0; from < rows.length; from += MOST_ROWS)
    written.push(...(await write(rows.slice(from, from + MOST_ROWS))))
  return written
}
