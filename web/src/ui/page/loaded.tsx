import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { Spinner } from '../button.tsx'
import { ErrorText } from '../form/field.tsx'
import { ErrorState } from './error-state.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: unknown }
  loading?: string
  children: (data: Data) => ReactNode
}
type PageProps<Data> = Props<Data> & { title: string; otherwise?: string }

/** A page that needs this data: `title` and `otherwise` say that it couldn't load. */
export function LoadedPage<Data>({ query: { data, error }, loading, title, otherwise, children }: PageProps<Data>) {
  if (data !== undefined) return children(data)
  return error ? <ErrorState title={title} error={error} otherwise={otherwise} /> : <Spinner label={loading} />
}

/** A part of a page that works without it. If reloading fails, an error shows above the data that it already had. */
export function Loaded<Data>({ query, loading, otherwise, children }: Props<Data> & { otherwise: string }) {
  const { data, error } = query
  if (data === undefined && !error) return <Spinner label={loading} />
  return (
    <>
      {error && <ErrorText complaint={{ message: messageOf(error, otherwise) }} />}
      {data !== undefined && children(data)}
    </>
  )
}
