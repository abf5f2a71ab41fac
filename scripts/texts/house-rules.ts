/** What a text must not contain, and what to write instead. */
type Rule = { fault: RegExp; instead: string }

/** These apply to the documentation too, except to code in it. */
const SPELLING: readonly Rule[] = [
  { fault: /\be-mail/i, instead: 'email' },
  { fault: /\b(?:straight away|whilst|amongst|towards|lie-in|fortnight)\b/i, instead: 'American English' },
  {
    fault:
      /\b\w*(?:colour|favour|honour|neighbour|behaviour|centre|judgement|programme(?!d|r)|grey|learnt|spelt|licence)\w*\b/i,
    instead: 'American spelling',
  },
  {
    fault: /\b(?:organis|recognis|apologis|synchronis|synthesis(?!\b|er)|serialis)\w*\b/i,
    instead: 'American spelling',
  },
]

/** The product's style: plain, short American English with contractions, and one word for each thing. */
const RULES: readonly Rule[] = [
  ...SPELLING,
  { fault: /\b(?:mails?|mailed|mailbox(?:es)?|letters?)\b/i, instead: 'email' },
  { fault: /\bSMS\b/, instead: 'text' },
  { fault: /\bwakeup\b/i, instead: 'wake-up' },
  { fault: /\btelephone/i, instead: 'phone' },
  { fault: /[a-z] timezone|timezone[ .]/i, instead: 'time zone' },
  { fault: /\bshall we\b/i, instead: 'want us to, or should we' },
  { fault: /\bnotices\b/i, instead: 'notifications' },
  { fault: /\b(?:some|any)body\b/i, instead: 'someone, anyone or you' },
  {
    fault:
      /\b(?:can ?not|(?:do|does|did|is|are|was|were|has|have|had|could|will|would|should|must) not)\b(?! Disturb)/i,
    instead: 'a contraction',
  },
  {
    fault:
      /\b(?:I am|(?:you|we|they) are(?![.?!])|(?:it|there|that|here|who) is|(?:I|you|we|they|it) will|(?:we|they|you) have been)\b/i,
    instead: 'a contraction',
  },
  { fault: /\bany more\b/i, instead: 'anymore, or a shorter sentence' },
  { fault: /\b(?:on again|(?:is|are) over|all is well)\b/i, instead: 'back on, done, no action needed' },
  { fault: /\border(?:ed|s)? (?:a |the |an )?(?:call|wake|sample)/i, instead: 'schedule, or ask for' },
  { fault: /\bschedules? (?:rings?|will ring)\b/i, instead: 'we call' },
  { fault: /\bunder Account\b/, instead: 'in Account' },
  {
    fault:
      /\b(?:codes?|calls?|emails?|texts?|words?|numbers?|times?|browsers?|accounts?|archives?) that (?:you|we|I)\b/i,
    instead: "no 'that'",
  },
  { fault: /(?:^|[.!] )(?:What|Who) [^?.!]*[.!]/, instead: "a sentence whose subject isn't a clause" },
  { fault: /(?<!In short): (?:we|you|they|it|I)(?: |')/, instead: 'a period: colons join a label and a value' },
  { fault: /’(?:ll|s|re|ve|d|t|m)\b/, instead: 'a straight apostrophe' },
  { fault: /["‘’]/, instead: '“…”' },
  { fault: /\b\d+-\d+ (?:hours|minutes|days|weeks)\b/, instead: 'an en dash' },
  {
    fault: /\b(?:cancelled|cancelling|travelled|travelling|dialled|dialling)\b/i,
    instead: 'American spelling',
  },
]

/** Texts that are exempt, because the requirements give their exact words or a rule doesn't fit. */
const AS_GIVEN: readonly RegExp[] = [
  /^SMS (?:send timeout|service (?:busy|quota used up))$/,
  /^The SMS service is busy\./,
  /^Please select a wakeup time\.$/,
  /^Please select at least one day for your wakeup call\.$/,
  /^Please select a date for your one-time wakeup call\.$/,
  /^A sample wakeup call will be sent to your phone shortly\.$/,
  /^Cannot create schedule$/,
  /^Could not (?:play the call recording|verify your phone status|send verification code)\. Please try again\.$/,
  /stay as they are$/,
  /^You pressed 1: you're up$/, // a key and what it does
  /^could not connect to the server$/, // a browser's message
]

/** The faults in a text, one line each. */
export function faultsOfText(text: string): string[] {
  return AS_GIVEN.some((given) => given.test(text)) ? [] : faultsBy(RULES, text)
}

/** The spelling faults in a line of the documentation, except in code. */
export function faultsOfLine(line: string): string[] {
  return faultsBy(SPELLING, line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''))
}

function faultsBy(rules: readonly Rule[], text: string): string[] {
  return rules.flatMap(({ fault, instead }) => {
    const found = fault.exec(text)?.[0]
    return found === undefined ? [] : [`'${found}' in '${text.trim().slice(0, 120)}': write ${instead}`]
  })
}
