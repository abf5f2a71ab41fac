/** The link to our contact card, and what it is good for. A phone opens the card by itself. */
export function SaveOurNumber({ className }: { className?: string }) {
  return (
    <p className={className}>
      <a
        href="/api/contact.vcf"
        className="font-semibold text-sun-text underline underline-offset-4 hover:no-underline"
      >
        Save our number
      </a>{' '}
      so your phone knows us and call screening lets us through. On an iPhone, turn on Emergency Bypass in the
      contact&apos;s ringtone. On Android, star the contact and let starred contacts through Do Not Disturb. Give it a
      tune you can hum.
    </p>
  )
}
