import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { paths } from './paths.ts'
import { watchFaults } from './shell/passing-errors.ts'
import './styles.css'

watchFaults()
// The back/forward cache restores a page as it was left, perhaps while signing in or logging out. Plain text needs no reload.
const ONLY_TEXT = new Set<string>([paths.landing, paths.help, paths.terms, paths.privacy])
addEventListener('pageshow', ({ persisted }) => persisted && !ONLY_TEXT.has(location.pathname) && location.reload())
const root = document.querySelector<HTMLElement>('#root')
if (root === null) throw new Error('the page has no root')
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
// A prerendered page is hydrated; the shell's markup is replaced.
if (root.hasChildNodes() && root.dataset['shell'] === undefined) hydrateRoot(root, app)
else createRoot(root).render(app)
