import type { Env } from '../../env.ts'
import {
  createSpendRuleSet,
  saveSpendRuleSet,
  saveSpendRuleSetCustomFields,
} from '../../features/approvals/rule-sets/index.ts'
import { actAs } from './act.ts'
import { slug } from './people.ts'

const categories = (names: string[]) => names.map((name) => `${slug(name)}-spend-categories`)
const groups = (names: string[]) => names.map((name) => `${slug(name)}-groups`)

const asks = (names: string[], more: { label: string; watchers?: string[] }) => ({
  label: more.label,
  approverType: 'CUSTOM_APPROVERS' as const,
  approverGroupIds: groups(names),
  ...(more.watchers && { watcherType: 'CUSTOM_WATCHERS' as const, watcherGroupIds: groups(more.watchers) }),
})
const manager = { label: 'Manager approval', approverType: 'MANAGER_APPROVER' as const }
const budget = {
  label: 'Budget owner',
  approverType: 'CUSTOM_APPROVERS' as const,
}

/** Which spend requests need which approvals. */
export const fillRuleSets = async (env: Env, admin: string, matrixId: string): Promise<void> => {
  const all = await actAs(env, admin, createSpendRuleSet, { name: 'All spending' })
  await actAs(env, admin, saveSpendRuleSet, {
    spendRuleSetId: all.id,
    version: 1,
    levels: [
      { number: 1, noConditionRules: [manager] },
      {
        number: 2,
        costRules: [
          { ...budget, approverMatrixId: matrixId, approverMatrixColumnId: 'demo-owner', min: 1_000_000 },
          {
            ...asks(['Finance'], { label: 'Finance approval' }),
            ...{ min: 5_000_000, quorum: { kind: 'ALL' }, excludesEarlierDeciders: true },
          },
        ],
        newVendorRules: [{ ...asks(['Finance'], { label: 'New vendor check' }), newVendor: true }],
      },
    ],
  })
  const software = await actAs(env, admin, createSpendRuleSet, { name: 'Software and services' })
  await actAs(env, admin, saveSpendRuleSetCustomFields, {
    spendRuleSetId: software.id,
    version: 1,
    customFields: [
      {
        id: 'demo-data',
        label: 'What data does it hold?',
        type: 'MULTI_CHOICE',
        required: true,
        options: [
          { id: 'demo-data-none', label: 'No data of ours' },
          { id: 'demo-data-personal', label: 'Personal data' },
          { id: 'demo-data-source', label: 'Source code' },
        ],
      },
      { id: 'demo-reason', label: 'Why this tool?', type: 'TEXT' },
      { id: 'demo-note', label: 'IT security answers within two working days.', type: 'CUSTOM_COPY' },
    ],
  })
  await actAs(env, admin, saveSpendRuleSet, {
    spendRuleSetId: software.id,
    version: 2,
    spendCategoryIds: categories(['Software', 'Professional services']),
    levels: [
      {
        number: 1,
        customFieldRules: [
          {
            ...asks(['IT security'], { label: 'Security review', watchers: ['Legal'] }),
            ...{ customFieldId: 'demo-data', customFieldOptionId: 'demo-data-personal' },
          },
        ],
        contractLengthRules: [{ ...asks(['Legal'], { label: 'Legal review' }), min: 24 }],
      },
    ],
  })
}
