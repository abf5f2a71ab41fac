import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../api/client-config.ts'

/** The meta element in which a served page carries the operator's contact address. */
export const CONTACT_META = 'reveille-contact'

/** The placeholder in a built page; the server replaces it. */
export const CONTACT_EMAIL = '%CONTACT_EMAIL%'

/** The served page's contact address, readable without scripts. Null in the shell. */
function servedContact(): string | null {
  if (typeof document === 'undefined') return CONTACT_EMAIL // the page is being built
  return document.querySelector<HTMLMetaElement>(`meta[name="${CONTACT_META}"]`)?.content ?? null
}

export function ContactAddress() {
  const served = servedContact()
  const { data } = useQuery({ ...clientConfig, enabled: served === null })
  const address = served ?? data?.contactEmail
  if (address === undefined) return <span>our contact address</span>
  return (
    <a href={`mailto:${address}`} className="font-semibold text-sun-text underline underline-offset-4">
      {address}
    </a>
  )
}
