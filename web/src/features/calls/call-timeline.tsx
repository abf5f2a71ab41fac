import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { clockTime } from '../../format/local-formats.ts'
import { ErrorText } from '../../ui/form/field.tsx'
import { callDetails } from './api.ts'

/** The timeline of a call in plain words, second by second. */
export function CallTimeline({ id }: { id: number }) {
  const { data, error } = useQuery(callDetails(id))
  if (error) return <ErrorText complaint={{ message: messageOf(error, "We couldn't load the timeline.") }} />
  if (data === undefined) return <p role="status">Loading...</p>
  return (
    <ol className="mt-2 border-l-2 border-line pl-5">
      {data.timeline.map(({ at, atLocal, what }) => (
        <li
          key={`${at}${what}`}
          className="relative py-1.5 before:absolute before:top-3.5 before:-left-[1.6rem] before:size-2 before:rounded-full before:bg-sun"
        >
          <time dateTime={at} className="tabular mr-3 text-quiet">
            {withSeconds(clockTime(atLocal.time), at)}
          </time>
          {what}
        </li>
      ))}
    </ol>
  )
}

/** '6:30 AM' and the instant → '6:30:04 AM', '06:30' → '06:30:04'. No zone is off by seconds. */
function withSeconds(clock: string, at: string): string {
  return clock.replace(/(?= |$)/, `:${at.slice(17, 19)}`)
}
