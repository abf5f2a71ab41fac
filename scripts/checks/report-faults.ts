/** Prints one line per fault and fails the check, or prints one line about its success. */
export function reportFaults(check: string, faults: readonly string[], success: string): void {
  for (const fault of faults) console.error(`${check}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${check}: ${success}`)
}
