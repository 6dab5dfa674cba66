import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Changed } from '../../../../schema/approvals/rerouting/endpoints.ts'
import { offer as offerToast } from '../../../ui/toasts/offer.tsx'
import { useCan } from '../../platform/session/index.ts'
import { runningQuery } from './api.ts'

const SHOWN_MS = 10_000

const counted = (count: number, hasMore: boolean): string => {
  if (hasMore) return `${count} or more requests`
  return count === 1 ? '1 request' : `${count} requests`
}

/**
 * After a version was saved: says how many requests in progress it would change, with the way to them. Says nothing if
 * there are none, or if the person has left the page.
 */
export const useOfferRunning = (changed: Changed, onReview: () => void): ((version: number) => void) => {
  const client = useQueryClient()
  const can = useCan()
  const shown = useRef<{ close: () => void } | null>(null)
  useEffect(
    () => () => {
      shown.current?.close()
      shown.current = null
    },
    [],
  )
  return (version) => {
    if (!can('approvals.configure')) return
    shown.current?.close()
    const mine = { close: () => {} }
    shown.current = mine
    const offer = async (): Promise<void> => {
      const { pages } = await client.fetchInfiniteQuery(runningQuery(changed, version))
      const count = pages.flatMap(({ requests }) => requests).filter(({ changesSteps }) => changesSteps).length
      if (count === 0 || shown.current !== mine) return
      const said = `${counted(count, pages.at(-1)?.next != null)} in progress would change`
      mine.close = offerToast(said, 'Review', SHOWN_MS, onReview)
    }
    // The tab looks again, and says what is wrong.
    void offer().catch(() => undefined)
  }
}
