import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type BookGeneration,
  discardGeneration,
  getGeneration,
  listGenerations,
} from '../../../../schema/platform/book-pushes/endpoints.ts'
import { call } from '../../../lib/rest.ts'

const POLL_MS = 3000
export const pushKeys = { all: ['custom-sync'] as const }

/** Asked for again while something arrives or is being taken over. */
const isMoving = ({ state, pushes }: BookGeneration): boolean =>
  state === 'APPLYING' || pushes.some((push) => push.state === 'RECEIVING')

export const generationsQuery = infiniteQueryOptions({
  queryKey: [...pushKeys.all, 'generations'],
  queryFn: ({ pageParam, signal }) =>
    call(listGenerations, { query: { first: 8, ...(pageParam && { cursor: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  refetchInterval: ({ state }) => (state.data?.pages[0]?.edges.some(({ node }) => isMoving(node)) ? POLL_MS : false),
})

export const discard = (generation: string, commandId: string) =>
  call(discardGeneration, { params: { generation }, commandId })

/** With all of its files. */
export const generationQuery = (generation: string) =>
  queryOptions({
    queryKey: [...pushKeys.all, 'generation', generation],
    queryFn: ({ signal }) => call(getGeneration, { params: { generation }, signal }),
  })
