import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { uploadsQuery } from './api.ts'
import classes from './external-requests.module.css'
import { UploadCard } from './upload-card.tsx'
import { UploadForm } from './upload-form.tsx'

/** Requests of a company that were decided in another system: checking a file, importing it, and undoing that. */
export const ExternalRequestsPanel = ({ companyId }: { companyId: string }) => {
  const uploads = useInfiniteQuery(uploadsQuery(companyId))
  return (
    <div className={classes.page}>
      <UploadForm companyId={companyId} />
      <section className={classes.list} aria-label="Uploads">
        <h2 className={classes.heading}>Uploads</h2>
        {uploads.data ? (
          uploads.data.map((upload) => <UploadCard key={upload.id} companyId={companyId} upload={upload} />)
        ) : uploads.error ? (
          <ErrorState error={uploads.error} onRetry={() => void uploads.refetch()} />
        ) : (
          <Skeleton height={160} />
        )}
        {uploads.data?.length === 0 && (
          <EmptyState
            compact
            title="No uploads yet"
            text="A file that you check appears here. You import it after reading what was found."
          />
        )}
        {uploads.hasNextPage && (
          <Button variant="subtle" loading={uploads.isFetchingNextPage} onClick={() => void uploads.fetchNextPage()}>
            Show more
          </Button>
        )}
      </section>
    </div>
  )
}
