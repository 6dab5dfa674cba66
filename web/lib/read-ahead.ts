import { hashKey, type QueryFunctionContext, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { beQuiet, keep, readingOf } from './ahead.ts'
import { queryClient } from './query-client.ts'

/** Longer than a click or the loading of a page's code usually takes. */
const KEPT_MS = 5000

interface Readable<Key extends QueryKey> {
  queryKey: Key
  // biome-ignore lint/suspicious/noExplicitAny: what it answers doesn't matter here
  queryFn?: any
}

/**
 * Starts what a page reads while its code loads, from its route's loader, with the page's own query. The answer is kept
 * until the page takes it, a few seconds at most, or until something is written: reads always come from the server.
 * @param preload someone seems about to open the page
 */
export const readAhead = <Key extends QueryKey>(preload: boolean, query: Readable<Key>): void => {
  const hash = hashKey(query.queryKey)
  const reading = readingOf(hash)
  if (reading) {
    reading.opening ||= !preload
    return
  }
  // A page that is open reads for itself.
  if (queryClient.getQueryCache().get(hash)?.isActive()) return
  const queryFn = (context: QueryFunctionContext) => {
    if (preload) beQuiet(context.signal)
    return query.queryFn(context)
  }
  const observer = new QueryObserver(queryClient, { ...query, queryFn, ...(preload && { retry: false }) })
  keep(
    hash,
    !preload,
    KEPT_MS,
    observer.subscribe(() => undefined),
  )
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'observerAdded' || query.getObserversCount() < 2) return
  // The page asks a moment later whether it must read.
  setTimeout(() => readingOf(query.queryHash)?.end(), 0)
})
