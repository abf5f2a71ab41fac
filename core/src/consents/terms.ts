import { CUT_OFF_MS } from '../calls/call-times.ts'
import { VOICE_DISCLAIMER } from '../speech/voices.ts'
import { ANNOUNCED_BEFORE_MS } from '../texts/text-reply.ts'
import { inWords } from '../time/duration.ts'
import { clause, type Clause, type LegalText } from './consents.ts'

/** What carriers require of a text messaging program. */
const TEXTS = clause(
  'Our texts',
  `Our texting program is called Reveille Wake-up Texts. We text you the codes you ask for, a reminder ${inWords(ANNOUNCED_BEFORE_MS)} before each call with “Text me before” turned on and, rarely, a warning about your number. Message frequency varies: one text for each code, one for each of those calls and, rarely, a warning.`,
  'Standard message and data rates may apply. Reply STOP to any text to end our texts, START to get them again and HELP for help. STOP leaves your calls on. You can use Reveille without texts. We can call you with the code instead.',
  "Carriers aren't liable for delayed or undelivered messages.",
)

const theRest = (mails: boolean): readonly Clause[] => [
  clause(
    'The voices',
    VOICE_DISCLAIMER,
    "If a voice reminds you of someone, that person hasn't spoken or approved its words.",
  ),
  clause(
    "What we promise, and what we can't",
    `We do our best to place every call at its exact second, once, and to tell you when we couldn't. But a call travels through phone networks that aren't ours, to a phone that may be silent, out of battery or out of reach. If a call can't be placed within ${inWords(CUT_OFF_MS)} of its time, we don't place it late.`,
    "So don't let a life, your health or a lot of money depend on a single call. For a flight, surgery or an exam, set a backup alarm.",
  ),
  {
    title: 'Fair use',
    paragraphs: ['You agree not to'],
    list: [
      "schedule calls to anyone's phone but your own,",
      'enter words that threaten, harass or break the law,',
      'use several accounts to get around limits, or automate the service without our consent,',
      "try to access other people's data or disrupt the service.",
    ],
  },
  clause(
    'Your words',
    'Your words stay yours. You let us store them and speak them to you, and we use them for nothing else.',
  ),
  clause(
    'Ending',
    `You can delete your account at any time, without notice or a reason. We can close an account that breaks these terms, or end the service with 30 days' notice ${mails ? 'by email' : 'on its pages'}. If other people are being harmed, we may act right away. We'll tell you why.`,
  ),
  clause(
    'Liability',
    "Nothing in these terms takes away rights you have under the Australian Consumer Law or other laws that can't be excluded. Where the law lets us limit our liability for a fault in the service, all we owe you is the service again or the cost of it. As far as the law permits, we aren't liable for the consequences of oversleeping.",
  ),
  clause(
    'Changes',
    "This page always has the current terms and says when they last changed. If you don't agree with them, you can delete your account at any time.",
  ),
  clause(
    'Law',
    "These terms are governed by the law of New South Wales, Australia, and its courts have jurisdiction. If you're a consumer living elsewhere, the mandatory laws of the place where you live still protect you.",
  ),
]

/** Whether this installation sends texts, and email. */
export const termsOf = (texts: boolean, mails = true): LegalText => ({
  lead: 'In short: you schedule wake-up calls to your own phone, we place them, and you can stop them at any time.',
  clauses: [
    clause(
      'What Reveille does',
      `Reveille places automated phone calls to your own phone at times you choose, to wake you. The calls use a computer-generated voice and mention the goals and struggles you entered. You can also ask for a sample call${texts ? ' and for short texts before a call' : ''}.`,
      "We record calls only if you've agreed to it in your account, and we say so at the start of each call.",
    ),
    clause(
      'Your account',
      mails
        ? "You need a name, an email address you can use and a phone number you've verified. You sign in with codes we send to that address, or with passkeys you add, so anyone with your email or your unlocked device can use your account. An owner of this installation can also make you a sign-in link. Tell us if you think someone else has access."
        : "You need a name, an email address and a phone number you've verified. This installation sends no email. You sign in with codes we say in a call to that number, or with passkeys you add, so anyone with your phone or your unlocked device can use your account. An owner of this installation can also make you a sign-in link. Tell us if you think someone else has access.",
      'You must be 16 or older, and you can have one account.',
    ),
    clause(
      'Your request to be called',
      `By verifying your phone, you ask us to place automated wake-up calls ${texts ? 'and send texts ' : ''}to that number. We only call it for calls you've scheduled or asked for, and for the retries, snoozes and wake checks that belong to them. We never place advertising calls or cold calls.`,
      `You can take this back at any time: pause or delete a schedule, press 0 twice in any wake-up call to stop all calls, ${texts ? 'reply STOP to a text to stop texts, ' : ''}or delete your account. It takes effect right away.`,
    ),
    clause(
      'Price',
      `Your first wake-up call is free, and we don't ask for payment details. If calls ever cost something, we'll tell you the price first, and we won't charge you without your agreement. Your phone company may charge you for calls ${texts ? 'and texts ' : ''}you receive, for example abroad.`,
    ),
    ...theRest(mails),
  ],
  added: {
    since: '2026-11',
    clauses: [
      ...(texts ? [TEXTS] : []),
      clause(
        'Codes by call',
        `${texts ? "If a text doesn't come, we" : 'We'} can call your number with a code you asked for. We first say who's calling, and pressing 0 twice ends such calls.`,
      ),
    ],
  },
})
