import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { RULE_KINDS } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { to } from '../../../lib/address.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import type { RuleSubject } from './rule-subject.ts'

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

export const SPEND_RULES: RuleSubject = {
  key: 'spend-rules',
  history: 'SPEND_RULE_SET',
  listHref: to('/settings/spend-requests/spend-rules'),
  simulateHref: to('/settings/spend-requests/spend-rules/simulate'),
  hrefOf: (ruleSetId) => to('/settings/spend-requests/spend-rules/$ruleSetId', { ruleSetId }),
  fieldsHrefOf: (ruleSetId) => to('/settings/spend-requests/spend-rules/$ruleSetId/custom-fields', { ruleSetId }),
  kinds: RULE_KINDS,
  hasContract: true,
  hasMode: false,
  words: {
    title: 'Spend rules',
    noun: 'spend request',
    nouns: 'spend requests',
    purpose: 'Which spend requests need which approvals. Every rule set that covers a request applies.',
    empty:
      'A rule set says who approves a spend request, by amount, contract length, vendor and custom fields. Without one, spend requests are approved as soon as they’re submitted.',
    covers: 'A request must match each list. Blank means all.',
    always: 'For every request that this rule set covers',
    coversEvery: 'Covers every request',
    simulateLabel: 'Simulate a request',
    simulateTitle: 'Simulate spend rules',
    simulateHint: 'Fill in a spend request to see who would approve it. Nothing is submitted and no one is notified.',
    tryLabel: 'Try a request',
    tried: 'Path of the tested request',
    resultOf: 'Result of this request',
    problemTitle: 'This requester can’t submit this request',
    newVendor: 'A vendor is new until a request for it was approved.',
    nameHelp: 'Visible to requesters and approvers, for example Software purchases.',
    deletes: 'New spend requests no longer use its rules and custom fields. Requests in progress are unaffected.',
    requester: 'Requester',
  },
  api: {
    list: (signal) => call(endpoints.listSpendRuleSets, { signal }),
    read: (spendRuleSetId, signal) => call(endpoints.getSpendRuleSet, { params: { spendRuleSetId }, signal }),
    create: async (name, commandId) =>
      (await runGraphql(CREATE_SPEND_RULE_SET, { name }, { commandId })).createSpendRuleSet,
    rename: (spendRuleSetId, body, commandId) =>
      call(endpoints.renameSpendRuleSet, { params: { spendRuleSetId }, body, commandId }),
    save: (spendRuleSetId, { approvalMode: _, ...body }, commandId) =>
      call(endpoints.saveSpendRuleSet, { params: { spendRuleSetId }, body, commandId }),
    remove: async (id, commandId) =>
      (await runGraphql(DELETE_SPEND_RULE_SET, { id }, { commandId })).deleteSpendRuleSet,
    simulate: (request, draft, signal) => {
      const { approvalMode: _, id, ...rules } = draft ?? {}
      return call(endpoints.simulateSpendRules, {
        body: { request, ...(draft && id && { draft: { ...rules, spendRuleSetId: id } }) },
        signal,
      })
    },
    backtest: (spendRuleSetId, { approvalMode: _, ...body }) =>
      call(endpoints.backtestSpendRuleSet, { params: { spendRuleSetId }, body }),
    versions: (spendRuleSetId, before, signal) =>
      call(endpoints.listSpendRuleSetVersions, { params: { spendRuleSetId }, query: { before }, signal }),
    version: (spendRuleSetId, version) =>
      call(endpoints.getSpendRuleSetVersion, { params: { spendRuleSetId, version } }),
  },
}
