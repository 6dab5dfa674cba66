import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isChunkError, reloadOnce } from '../../lib/chunk-error.ts'
import { isApiError } from '../../lib/errors.ts'
import { report } from '../../lib/report.ts'
import { Forbidden, NotFound, SomethingWentWrong } from '../../ui/states.tsx'

/** A page that failed: what is missing or forbidden says so, anything else is reported. */
export const PageError = ({ error }: ErrorComponentProps) => {
  useEffect(() => {
    if (isChunkError(error) && reloadOnce()) return
    report(error, `page ${window.location.pathname}`)
  }, [error])
  if (isApiError(error, 'NOT_FOUND')) return <NotFound />
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden />
  return <SomethingWentWrong error={error} />
}
