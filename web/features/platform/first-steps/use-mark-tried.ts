import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCompany } from '../session/index.ts'
import { firstStepsKey, markTried } from './api.ts'

let isMarked = false

/** Remembers that approvals were tried, in a company that takes its first steps. Failing to is no one's concern. */
export const useMarkTried = (isTried: boolean): void => {
  const { firstSteps } = useCompany()
  const client = useQueryClient()
  useEffect(() => {
    if (!isTried || isMarked || firstSteps === 'DONE') return
    isMarked = true
    markTried().then(
      () => client.invalidateQueries({ queryKey: firstStepsKey }),
      () => {
        isMarked = false
      },
    )
  }, [isTried, firstSteps, client])
}
