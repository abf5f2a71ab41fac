/** How to resume stopped texts: only the phone itself can do that (CALL-9). */
export function textStartWords(callerNumber: string): string {
  return `You stopped our texts. Text START to ${callerNumber} to turn them back on.`
}
