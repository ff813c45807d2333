import { Component } from 'react'
import type { ReactNode } from 'react'
import { Column } from '#/shell/column.tsx'
import { ErrorScreen } from '#/shell/error-screen.tsx'
import { reportError } from './report-error.ts'

/** Catches errors outside of the router's own boundaries. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Column>
        <ErrorScreen />
      </Column>
    )
  }
}
