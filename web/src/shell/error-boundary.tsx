import { Component, type ReactNode } from 'react'
import { isPrivate } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { unconfirmed } from '../ui/page/unconfirmed.ts'
import { isPassing, report } from './passing-errors.ts'

type State = { failure: unknown; redrawn: boolean }

/** Renders again on request, without a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null, redrawn: false }

  static getDerivedStateFromError(failure: unknown): Partial<State> {
    return { failure }
  }

  override componentDidCatch(error: unknown): void {
    // After a transient network failure render again, once, to avoid a loop.
    if (!isPassing(error)) report('drawing', error)
    else if (!this.state.redrawn) this.setState({ failure: null, redrawn: true })
  }

  private readonly again = (): void => {
    // A script that failed to load stays missing until the page is reloaded; anything else is just rendered again.
    if (/dynamically imported module|importing a module script/i.test(String(this.state.failure))) location.reload()
    else this.setState({ failure: null, redrawn: false })
  }

  override render(): ReactNode {
    if (this.state.failure === null) return this.props.children
    return (
      <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-4 px-6 py-20">
        <h1 className="text-3xl">Something went wrong</h1>
        <p className="text-quiet">This page hit a problem. {isPrivate(location.pathname) && unconfirmed('other')}</p>
        <Button onClick={this.again}>Try Again</Button>
      </div>
    )
  }
}
