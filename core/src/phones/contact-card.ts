/** What a phone shows for our calls once our card is saved. */
export const CONTACT_NAME = 'Reveille wake-up call'

/** Public, so that a phone without a session can download the card. */
export const CONTACT_CARD_PATH = '/api/contact.vcf'

const WHY_SAVE =
  "so your phone recognizes us and call screening lets us through. Give us a ringtone you'll actually hear."

/** The link to our card, and what follows it. `areTwo`: a second carrier has a number, too. */
export const saveOurNumber = (areTwo: boolean): { link: string; why: string } =>
  areTwo
    ? { link: 'Save our numbers', why: `${WHY_SAVE} We have two, and may call from either one.` }
    : { link: 'Save our number', why: WHY_SAVE }

/** What each kind of phone needs beside the saved contact, so that we ring through its silent mode. */
export const LET_US_THROUGH: readonly { phone: 'iPhone' | 'Android'; steps: readonly string[] }[] = [
  {
    phone: 'iPhone',
    steps: [
      `Do Not Disturb and silent mode: open “${CONTACT_NAME}” in Contacts, tap Edit, then Ringtone, and turn on Emergency Bypass.`,
      "Call screening: saved contacts aren't asked why they're calling. See Settings > Apps > Phone > Screen Unknown Callers.",
    ],
  },
  {
    phone: 'Android',
    steps: [
      `Do Not Disturb: star “${CONTACT_NAME}” in Contacts. Search Settings for “Do Not Disturb”, open People and allow calls from starred contacts.`,
      'Silent and vibrate modes mute starred contacts too, so leave the ringer on.',
      'Call Screen: saved contacts get through.',
    ],
  },
]

/** How to let our calls through a silenced phone, as the last parts of an email. */
export function letUsThrough(title: string, publicUrl: string, areTwo: boolean) {
  const { link, why } = saveOurNumber(areTwo)
  return [
    { title, paragraphs: [`${link} ${why}`] },
    { label: link, url: `${publicUrl}${CONTACT_CARD_PATH}` },
    ...LET_US_THROUGH.map(({ phone, steps }) => ({ title: phone, paragraphs: steps })),
  ]
}
