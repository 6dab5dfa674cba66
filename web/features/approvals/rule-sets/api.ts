import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { ModedRuleSet } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { type RuleSetRead, type RuleSubject, useRuleSubject } from './rule-subject.ts'
import type { SampleRequest } from './sample.ts'

/** As pages have it, whatever it is for. */
export type RuleSetAnswer = ModedRuleSet

export const keysOf = ({ key }: Pick<RuleSubject, 'key'>) => ({
  all: [key] as const,
  list: [key, 'list'] as const,
  one: (id: string) => [key, 'one', id] as const,
})

const withFields = (set: RuleSetRead): RuleSetAnswer => ({ customFields: [], approvalMode: null, ...set })

export const useRuleSets = () => {
  const subject = useRuleSubject()
  return useQuery({
    queryKey: keysOf(subject).list,
    queryFn: async ({ signal }) => (await subject.api.list(signal)).map(withFields),
  })
}

export const readRuleSet = async ({ api }: RuleSubject, id: string, signal?: AbortSignal): Promise<RuleSetAnswer> =>
  withFields(await api.read(id, signal))

export const useRuleSet = (id: string) => {
  const subject = useRuleSubject()
  return useQuery({
    queryKey: keysOf(subject).one(id),
    queryFn: ({ signal }) => readRuleSet(subject, id, signal),
    refetchOnReconnect: false,
  })
}

interface Tried {
  request: SampleRequest
  draft?: Parameters<RuleSubject['api']['simulate']>[1]
}

/** The result for a made-up request. The last one stays visible while the next one is computed. */
export const useSimulation = (tried: Tried, enabled: boolean) => {
  const subject = useRuleSubject()
  return useQuery({
    queryKey: [...keysOf(subject).all, 'simulation', tried],
    queryFn: ({ signal }) => subject.api.simulate(tried.request, tried.draft, signal),
    placeholderData: keepPreviousData,
    enabled,
    gcTime: 60_000,
  })
}

/** Started by hand, because it plans a hundred requests twice. `variables` is the replayed draft. */
export const useBacktest = (ruleSetId: string) => {
  const { api } = useRuleSubject()
  return useMutation({
    mutationFn: (body: Parameters<RuleSubject['api']['backtest']>[1]) => api.backtest(ruleSetId, body),
  })
}

/** `version` is the newest on the screen. Saving another one makes the list outdated. */
export const useVersions = (ruleSetId: string, version: number) => {
  const subject = useRuleSubject()
  return useInfiniteQuery({
    queryKey: [...keysOf(subject).one(ruleSetId), 'versions', version],
    queryFn: ({ pageParam, signal }) => subject.api.versions(ruleSetId, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  })
}
