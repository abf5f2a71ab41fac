import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchFaults } from './shell/passing-errors.ts'
import './styles.css'

watchFaults()
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
