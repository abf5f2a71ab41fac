/** What our account can't do at the carrier before it's opened in full, in an operator's words. */
export const TRIAL =
  'Trial account: calls to at most five verified numbers, no texts in our words, ends 30 days after sign-up.'

/** Of a refused call or text: the carrier's code doesn't tell the two apart. */
export const HELD_ACCOUNT = `${TRIAL} A full account without an approved compliance profile is held like one.`
