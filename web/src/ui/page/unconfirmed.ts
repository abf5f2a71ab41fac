/** For pages that can't know whether a call is set: never promise that it will ring. */
const WORDS = {
  unreachable:
    "We can't reach Reveille right now, so we can't confirm your next call. If you have to be up, set a backup alarm.",
  failing:
    "Something went wrong on our side. We can't confirm your next call right now. If you have to be up, set a backup alarm.",
  // Another error, explained beside it.
  other: "We can't confirm your next call right now. If you have to be up, set a backup alarm.",
}

export const unconfirmed = (why: keyof typeof WORDS): string => WORDS[why]
