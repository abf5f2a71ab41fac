import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { paths } from './paths.ts'
import { watchFaults } from './shell/passing-errors.ts'
import './styles.css'

watchFaults()
// From the back/forward cache a page comes back as it left, perhaps signing in or logging out. One to read stays.
const TO_READ = new Set<string>([paths.landing, paths.help, paths.terms, paths.privacy])
addEventListener('pageshow', ({ persisted }) => persisted && !TO_READ.has(location.pathname) && location.reload())
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
