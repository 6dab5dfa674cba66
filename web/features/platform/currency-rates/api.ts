import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/currency-rates/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export const rateKeys = { all: ['currency-rates'] as const }

export const useRatesOfToday = () =>
  useQuery({
    queryKey: [...rateKeys.all, 'today'],
    queryFn: ({ signal }) => call(endpoints.getRatesOfToday, { signal }),
  })

export const useSetRates = () =>
  useInfiniteQuery({
    queryKey: [...rateKeys.all, 'set'],
    queryFn: ({ pageParam, signal }) => call(endpoints.listCurrencyRates, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.edges.map(({ node }) => node)),
  })

type NewRate = BodyOf<typeof endpoints.createCurrencyRate>

export const createRate = (body: NewRate, commandId: string) => call(endpoints.createCurrencyRate, { body, commandId })

export const updateRate = (
  { id, version }: Pick<endpoints.SetRate, 'id' | 'version'>,
  { rate, date }: Pick<NewRate, 'rate' | 'date'>,
  commandId: string,
) => call(endpoints.updateCurrencyRate, { params: { id }, body: { rate, date, version }, commandId })

export const deleteRate = (id: string, commandId: string) =>
  call(endpoints.deleteCurrencyRate, { params: { id }, commandId })
