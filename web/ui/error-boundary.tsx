import { Component, type ErrorInfo, type ReactNode } from 'react'
import { asShown, isChunkError, reloadOnce } from '../lib/connection/chunk-error.ts'
import { report } from '../lib/report.ts'
import { SomethingWentWrong } from './states.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
}

/**
 * Around the whole app and around each page: a failed screen says so and is reported, and a failed chunk reloads once.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const reloads = isChunkError(error) ? reloadOnce() : Promise.resolve(false)
    void reloads.then((does) => does || report(error, 'screen', info.componentStack))
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <SomethingWentWrong error={asShown(this.state.error)} />
  }
}
