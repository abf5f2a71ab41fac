/** What a carrier's trial account can't do, in words for the operator. */
export const TRIAL =
  'Trial account: calls to at most five verified numbers, no texts in our words, ends 30 days after sign-up.'

/** For a refused call or text: the carrier's code doesn't tell a trial from a missing compliance profile. */
export const HELD_ACCOUNT = `${TRIAL} A full account without an approved compliance profile is held like one.`
