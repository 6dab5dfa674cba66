import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { asShown, isChunkError, reloadOnce, retryPage } from '../../../lib/connection/chunk-error.ts'
import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { isApiError, NetworkError } from '../../../lib/errors.ts'
import { report } from '../../../lib/report.ts'
import { ErrorState, Forbidden, NotFound, SomethingWentWrong } from '../../../ui/states.tsx'

/** A page that failed: missing and forbidden pages say so, and anything else is reported. */
export const PageError = ({ error: thrown, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const error = useMemo(() => asShown(thrown), [thrown])
  const retry = useCallback(() => {
    if (error instanceof NetworkError)
      void retryPage(error, () => {
        reset()
        void router.invalidate()
      })
  }, [error, reset, router])
  useEffect(() => onConnectionBack(retry), [retry])
  useEffect(() => {
    const said = async (): Promise<void> => {
      if ((error instanceof NetworkError && !isChunkError(thrown)) || (isChunkError(thrown) && (await reloadOnce())))
        return
      report(error, `page ${window.location.pathname}`)
    }
    void said()
  }, [error, thrown])
  if (error instanceof NetworkError) return <ErrorState error={error} onRetry={retry} />
  if (isApiError(error, 'NOT_FOUND')) return <NotFound />
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden />
  return <SomethingWentWrong error={error} />
}
