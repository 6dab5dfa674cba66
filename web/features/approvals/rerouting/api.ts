import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import {
  type Changed,
  findRunning,
  moveRunning,
  type RunningDifference,
} from '../../../../schema/approvals/rerouting/endpoints.ts'
import { type BodyOf, call, type ResponseOf } from '../../../lib/rest.ts'

export const runningKeys = {
  all: ['approvals', 'running'] as const,
  of: ({ kind, id }: Changed) => ['approvals', 'running', kind, id] as const,
}

/** The server's pages are short. */
const PAGES_AT_ONCE = 4

/** @param version the saved one. Another one has other differences. */
export const runningQuery = (changed: Changed, version: number) =>
  infiniteQueryOptions({
    queryKey: [...runningKeys.of(changed), version],
    queryFn: async ({ pageParam, signal }) => {
      const requests: RunningDifference[] = []
      let next: string | null = pageParam
      for (let pages = 0; next !== null && pages < PAGES_AT_ONCE; pages++) {
        const page: ResponseOf<typeof findRunning> = await call(findRunning, {
          body: { changed, ...(next && { after: next }) },
          signal,
        })
        requests.push(...page.requests)
        next = page.next
      }
      return { requests, next }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const useRunning = (changed: Changed, version: number) => useInfiniteQuery(runningQuery(changed, version))

export const move = (body: BodyOf<typeof moveRunning>, commandId: string) => call(moveRunning, { body, commandId })
