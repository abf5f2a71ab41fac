import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

afterEach(() => vi.unstubAllGlobals())

test('SHELL-8 a passing error while rendering is ignored once, then shows like any other', () => {
  vi.stubGlobal('location', { pathname: '/help' })
  const boundary = new ErrorBoundary({ children: 'the page' })
  boundary.setState = (change) => Object.assign(boundary.state, change)
  function fail() {
    const error = new Error('Network request failed')
    boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError(error) }
    boundary.componentDidCatch(error)
  }
  fail()
  expect(boundary.render()).toBe('the page')
  fail()
  expect(boundary.render()).not.toBe('the page')
})
