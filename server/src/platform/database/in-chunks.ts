/** A statement takes at most 65,535 values: rows of up to 13 columns. */
const MOST_ROWS = 5_000

/** Writes rows in as many statements as they need: after a long downtime there may be many. */
export async function inChunks<Row, Written>(
  rows: readonly Row[],
  write: (chunk: readonly Row[]) => Promise<Written[]>,
): Promise<Written[]> {
  const written: Written[] = []
  for (let from = 0; from < rows.length; from += MOST_ROWS)
    written.push(...(await write(rows.slice(from, from + MOST_ROWS))))
  return written
}
