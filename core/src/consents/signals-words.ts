/** The consent to telling the webhook about a person's mornings. Changed words need a new version in `CONSENTS`. */
export const SIGNALS_WORDS = {
  label: "Tell this house's automations about my mornings",
  hint: 'Sends your name, when your next call is due, when it rings, and whether you got up or why not to the automation system that the owner connected, such as Home Assistant. Never your goals, words, numbers or recordings.',
}
