import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { JoinPage } from './join-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PeoplePage } from './people-page.tsx'
import { NotMePage } from './phones/not-me-page.tsx'

const PAGES: Record<string, ComponentType> = {
  [paths.join]: JoinPage,
  [paths.people]: PeoplePage,
  [paths.notMe]: NotMePage,
}

/** Pages that aren't worth an entry each in the script that every page loads, and the page for all other paths. */
export function RarePage() {
  const [path] = useLocation()
  const Page = PAGES[path] ?? NotFoundPage
  return <Page />
}
