import { Skeleton } from '@mantine/core'
import { isApiError, isMissing } from '../lib/errors.ts'
import { type Crumb, PageHeader } from './page-header.tsx'
import { ErrorState, Forbidden, NotFound } from './states.tsx'

interface PendingPageProps {
  /** Of the browser's tab. */
  title: string
  breadcrumbs?: Crumb[]
  error: unknown
  onRetry: () => void
  /** Of the placeholder, in px. */
  height?: number
}

/** A page about one thing that is not here yet: on its way, not to be found, not for this person, or not readable. */
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
