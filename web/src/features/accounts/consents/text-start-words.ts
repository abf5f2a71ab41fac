/** Only the phone itself can resume stopped texts. */
export function textStartWords(callerNumber: string): string {
  return `You stopped our texts. Text START to ${callerNumber} to turn them back on.`
}
