import { useState } from 'react'
import { DisownForm } from '../../features/phones/disown-form.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function NotMePage() {
  const [token] = useState(() => location.hash.slice(1))
  return (
    <EntryPage
      title="Your wake-up number was changed"
      lead="Wasn't you? Pause your calls now. We'll also sign out every other browser, so you can set your number again."
    >
      <DisownForm token={token} />
    </EntryPage>
  )
}
