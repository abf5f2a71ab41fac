/** Prints one line a fault and fails, or prints one line about what was found sound. */
export function reportFaults(check: string, faults: readonly string[], sound: string): void {
  for (const fault of faults) console.error(`${check}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${check}: ${sound}`)
}
