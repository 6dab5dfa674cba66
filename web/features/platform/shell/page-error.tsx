import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isChunkError, reloadOnce, retryPage } from '../../../lib/chunk-error.ts'
import { isApiError, NetworkError } from '../../../lib/errors.ts'
import { report } from '../../../lib/report.ts'
import { ErrorState, Forbidden, NotFound, SomethingWentWrong } from '../../../ui/states.tsx'

/** A page that failed: missing and forbidden pages say so, and anything else is reported. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  useEffect(() => {
    const said = async (): Promise<void> => {
      if (error instanceof NetworkError || (isChunkError(error) && (await reloadOnce()))) return
      report(error, `page ${window.location.pathname}`)
    }
    void said()
  }, [error])
  if (error instanceof NetworkError) {
    return (
      <ErrorState
        error={error}
        onRetry={() =>
          void retryPage(error, () => {
            reset()
            void router.invalidate()
          })
        }
      />
    )
  }
  if (isApiError(error, 'NOT_FOUND')) return <NotFound />
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden />
  return <SomethingWentWrong error={error} />
}
