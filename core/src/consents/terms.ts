import { CUT_OFF_MS } from '../calls/misfire-policy.ts'
import { VOICE_DISCLAIMER } from '../speech/voices.ts'
import { inWords } from '../time/duration.ts'
import type { LegalText } from './legal-text.ts'

/** LEGAL-1: the terms, written for people who will read them. */
export const TERMS: LegalText = {
  lead: 'In short: you order wake-up calls to your own phone, we place them, and you can stop them at any time.',
  clauses: [
    {
      title: 'What Reveille does',
      paragraphs: [
        'Reveille places automated phone calls to your own phone at times that you choose, to wake you. The calls are spoken by a computer-generated voice and refer to the goals and struggles that you entered. You may also order a sample call and short texts before a call.',
        'Calls are recorded only if you have agreed to it in your account, and then each call says so at its start.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'You need a name, an email address that you can read and a phone number that you have proved to be yours. You sign in with codes sent to that address; whoever can read it can use your account. Tell us when that may be somebody else.',
        'You must be 16 or older. One person has one account.',
      ],
    },
    {
      title: 'Your request to be called',
      paragraphs: [
        'By verifying your phone you ask us to place automated wake-up calls and to send texts to that number. We call it only for calls that you have scheduled or asked for, and for the tries, snoozes and wake checks that belong to them. There are no advertising calls and no cold calls.',
        'You can take this back at any time: pause or delete a schedule, press 0 twice in any call to stop all calls, answer STOP to a text to stop texts, or delete your account. It takes effect at once.',
      ],
    },
    {
      title: 'Price',
      paragraphs: [
        'Your first wake-up call is free, and you are asked for no payment details. Should calls ever cost something, we will tell you the price beforehand, and nothing is charged without your agreement. Your phone company may charge you for being called or texted, for example abroad.',
      ],
    },
    {
      title: 'The voices',
      paragraphs: [
        VOICE_DISCLAIMER,
        'Where a voice reminds you of someone, it is nevertheless not that person, who has neither spoken nor approved the words.',
      ],
    },
    {
      title: 'What we promise, and what we cannot',
      paragraphs: [
        `We do our best to let every call leave at its second, exactly once, and to tell you when one could not be placed. But a call passes through phone networks that are not ours, and to a phone that may be silent, empty or out of reach. A call that cannot be placed within ${inWords(CUT_OFF_MS)} of its time is not placed late.`,
        'So do not let a life, your health or a great deal of money depend on a single call. For a flight, an operation or an exam, set a second alarm.',
      ],
    },
    {
      title: 'Fair use',
      paragraphs: ['You agree that you will not'],
      list: [
        'have anybody else called than yourself,',
        'enter words that threaten, harass or break the law,',
        'use several accounts to get around limits, or automate the service without our consent,',
        'try to get at data of others or to disturb the service.',
      ],
    },
    {
      title: 'Your words',
      paragraphs: [
        'What you enter stays yours. You allow us to store it and to have it spoken to you, and for nothing else.',
      ],
    },
    {
      title: 'Ending',
      paragraphs: [
        'You may delete your account at any time, without notice or reason. We may close an account that breaks these terms, or end the service with 30 days of notice by email; where others are being harmed we may act at once. You are told why.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'Nothing in these terms takes away rights that you have under the Australian Consumer Law or other laws that cannot be excluded. Where the law lets us limit what we owe you for a fault of the service, it is limited to providing the service again or paying what that costs. We are not liable for what follows from oversleeping, so far as the law permits.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'When these terms change in a way that matters to you, we tell you by email at least 14 days before. If you do not agree, delete your account until then; otherwise the new terms apply.',
      ],
    },
    {
      title: 'Law',
      paragraphs: [
        'These terms are governed by the law of New South Wales, Australia, and its courts have jurisdiction. If you live elsewhere as a consumer, you keep the protection of the mandatory law of your home.',
      ],
    },
  ],
}
