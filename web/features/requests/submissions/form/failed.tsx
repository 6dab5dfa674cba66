import { isApiError } from '../../../../lib/errors.ts'
import { ErrorState, Forbidden, NotFound } from '../../../../ui/states.tsx'

/** What a form's page shows if something it needs can't be read. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  if (isApiError(error, 'NOT_FOUND')) return <NotFound />
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden text={error.message} />
  return <ErrorState error={error} onRetry={onRetry} />
}
