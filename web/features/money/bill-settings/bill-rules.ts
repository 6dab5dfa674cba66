import * as endpoints from '../../../../schema/money/bills/rule-set-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import type { RuleSubject } from '../../approvals/rule-sets/index.ts'

const CREATE_BILL_RULE_SET = graphql(`
  mutation CreateBillRuleSet($name: String!) {
    createBillRuleSet(name: $name) {
      id
    }
  }
`)

const DELETE_BILL_RULE_SET = graphql(`
  mutation DeleteBillRuleSet($id: ID!) {
    deleteBillRuleSet(id: $id) {
      id
      waits {
        effectiveAt
      }
    }
  }
`)

/** Rule sets of bills. Bills have no contracts, and their rule sets no custom fields. */
export const BILL_RULES: RuleSubject = {
  key: 'bill-rules',
  history: 'BILL_RULE_SET',
  listHref: to('/settings/payments/bill-rules'),
  simulateHref: to('/settings/payments/bill-rules/simulate'),
  hrefOf: (ruleSetId) => to('/settings/payments/bill-rules/$ruleSetId', { ruleSetId }),
  kinds: ['costRules', 'newVendorRules', 'noConditionRules'],
  hasContract: false,
  hasMode: true,
  words: {
    title: 'Bill rules',
    noun: 'bill',
    nouns: 'bills',
    purpose: 'Which bills need which approvals. Every rule set that covers a bill applies.',
    empty:
      'A rule set says who approves a bill, by amount and vendor. Without one, bills are approved as soon as they’re entered.',
    covers: 'A bill must match each list, by the accounts and departments of its lines. Blank means all.',
    always: 'For every bill that this rule set covers',
    coversEvery: 'Covers every bill',
    simulateLabel: 'Simulate a bill',
    simulateTitle: 'Simulate bill rules',
    simulateHint: 'Fill in a bill to see who would approve it. Nothing is entered and no one is notified.',
    tryLabel: 'Try a bill',
    tried: 'Path of the tested bill',
    resultOf: 'Result of this bill',
    problemTitle: 'This person can’t enter this bill',
    newVendor: 'A vendor is new until a bill or a request for it was approved.',
    nameHelp: 'Visible to approvers and to people who enter bills, for example Marketing bills.',
    deletes: 'New bills no longer use its rules. Bills in progress are unaffected.',
    requester: 'Entered by',
  },
  api: {
    list: (signal) => call(endpoints.listBillRuleSets, { signal }),
    read: (billRuleSetId, signal) => call(endpoints.getBillRuleSet, { params: { billRuleSetId }, signal }),
    create: async (name, commandId) =>
      (await runGraphql(CREATE_BILL_RULE_SET, { name }, { commandId })).createBillRuleSet,
    rename: (billRuleSetId, body, commandId) =>
      call(endpoints.renameBillRuleSet, { params: { billRuleSetId }, body, commandId }),
    save: (billRuleSetId, { customFields: _, ...body }, commandId) =>
      call(endpoints.saveBillRuleSet, { params: { billRuleSetId }, body, commandId }),
    remove: async (id, commandId) => (await runGraphql(DELETE_BILL_RULE_SET, { id }, { commandId })).deleteBillRuleSet,
    simulate: async ({ requestorUserId, isNewVendor, lines }, draft, signal) => {
      const { id, customFields: _, ...rules } = draft ?? {}
      const bill = { requestorUserId, isNewVendor, lines }
      const body = { bill, ...(rules && id && { draft: { ...rules, billRuleSetId: id } }) }
      return { ...(await call(endpoints.simulateBillRules, { body, signal })), customFields: [] }
    },
    backtest: (billRuleSetId, { customFields: _, ...body }) =>
      call(endpoints.backtestBillRuleSet, { params: { billRuleSetId }, body }),
    versions: (billRuleSetId, before, signal) =>
      call(endpoints.listBillRuleSetVersions, { params: { billRuleSetId }, query: { before }, signal }),
    version: (billRuleSetId, version) => call(endpoints.getBillRuleSetVersion, { params: { billRuleSetId, version } }),
  },
}
