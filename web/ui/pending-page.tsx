import { Skeleton } from '@mantine/core'
import { isApiError, isMissing } from '../lib/errors.ts'
import { type Crumb, PageHeader } from './page-header.tsx'
import { ErrorState, Forbidden, NotFound } from './states.tsx'

interface PendingPageProps {
  /** The browser tab's title. */
  title: string
  breadcrumbs?: Crumb[]
  error: unknown
  onRetry: () => void
  /** Height of the placeholder, in px. */
  height?: number
}

/** A page about one object that isn't shown yet: loading, not found, forbidden, or failed. */
export const PendingPage = ({ title, breadcrumbs = [], error, onRetry, height = 320 }: PendingPageProps) => {
  if (isMissing(error)) return <NotFound />
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden text={error.message} />
  return (
    <>
      <PageHeader title="…" tabTitle={title} breadcrumbs={breadcrumbs} />
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton height={height} />}
    </>
  )
}
