import { useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../api/client-config.ts'

/** The contact address that the operator of this installation has set. */
export function ContactAddress() {
  const { data } = useQuery(clientConfig)
  if (data === undefined) return <span>our contact address</span>
  return (
    <a href={`mailto:${data.contactEmail}`} className="font-semibold text-sun-text underline underline-offset-4">
      {data.contactEmail}
    </a>
  )
}
