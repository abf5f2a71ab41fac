import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../api/client-config.ts'
import { servedContact } from './served-contact.ts'

/** The contact address that the operator of this installation has set. */
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
