import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export const RULE_SETS_HREF = to('/settings/spend-requests/spend-rules')
export const SIMULATE_HREF = to('/settings/spend-requests/spend-rules/simulate')

export const ruleSetHref = (ruleSetId: string): Address =>
  to('/settings/spend-requests/spend-rules/$ruleSetId', { ruleSetId })
export const customFieldsHref = (ruleSetId: string): Address =>
  to('/settings/spend-requests/spend-rules/$ruleSetId/custom-fields', { ruleSetId })

export const ruleSetKeys = {
  all: ['spend-rules'] as const,
  list: ['spend-rules', 'list'] as const,
  one: (id: string) => ['spend-rules', 'one', id] as const,
}

export type RuleSetAnswer = endpoints.RuleSetAnswer

export const useRuleSets = () =>
  useQuery({ queryKey: ruleSetKeys.list, queryFn: ({ signal }) => call(endpoints.listSpendRuleSets, { signal }) })

export const readRuleSet = (spendRuleSetId: string, signal?: AbortSignal) =>
  call(endpoints.getSpendRuleSet, { params: { spendRuleSetId }, signal })

export const useRuleSet = (id: string) =>
  useQuery({
    queryKey: ruleSetKeys.one(id),
    queryFn: ({ signal }) => readRuleSet(id, signal),
    refetchOnReconnect: false,
  })

const CREATE_SPEND_RULE_SET = graphql(`
  mutation CreateSpendRuleSet($name: String!) {
    createSpendRuleSet(name: $name) {
      id
    }
  }
`)

const DELETE_SPEND_RULE_SET = graphql(`
  mutation DeleteSpendRuleSet($id: ID!) {
    deleteSpendRuleSet(id: $id) {
      id
    }
  }
`)

export const createRuleSet = async (name: string, commandId: string): Promise<{ id: string }> =>
  (await runGraphql(CREATE_SPEND_RULE_SET, { name }, { commandId })).createSpendRuleSet

export const deleteRuleSet = async (id: string, commandId: string): Promise<{ id: string }> =>
  (await runGraphql(DELETE_SPEND_RULE_SET, { id }, { commandId })).deleteSpendRuleSet

export const saveRuleSet = (
  spendRuleSetId: string,
  body: BodyOf<typeof endpoints.saveSpendRuleSet>,
  commandId: string,
) => call(endpoints.saveSpendRuleSet, { params: { spendRuleSetId }, body, commandId })

/** The result for a made-up request. The last one stays visible while the next one is computed. */
export const useSimulation = (body: BodyOf<typeof endpoints.simulateSpendRules>, enabled: boolean) =>
  useQuery({
    queryKey: [...ruleSetKeys.all, 'simulation', body],
    queryFn: ({ signal }) => call(endpoints.simulateSpendRules, { body, signal }),
    placeholderData: keepPreviousData,
    enabled,
    gcTime: 60_000,
  })

/** Started by hand, because it plans a hundred requests twice. `variables` is the replayed draft. */
export const useBacktest = (spendRuleSetId: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof endpoints.backtestSpendRuleSet>) =>
      call(endpoints.backtestSpendRuleSet, { params: { spendRuleSetId }, body }),
  })

/** `version` is the newest on the screen. Saving another one makes the list outdated. */
export const useVersions = (spendRuleSetId: string, version: number) =>
  useInfiniteQuery({
    queryKey: [...ruleSetKeys.one(spendRuleSetId), 'versions', version],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listSpendRuleSetVersions, { params: { spendRuleSetId }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  })

export const readVersion = (spendRuleSetId: string, version: number) =>
  call(endpoints.getSpendRuleSetVersion, { params: { spendRuleSetId, version } })
