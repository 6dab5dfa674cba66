import { can } from '../../../../schema/shared/permissions.ts'
import { callOf, registerSection } from '../../platform/configuration/index.ts'
import { createSpendRuleSet, deleteSpendRuleSet, renameSpendRuleSet, saveSpendRuleSet } from './change.ts'
import { ruleSetInput, ruleSetSection } from './file-section.ts'

registerSection({
  ...ruleSetSection('SPEND_REQUEST'),
  key: 'spendRules',
  title: 'Approvals of spend requests',
  order: 50,
  isAvailable: ({ policy }) => can(policy, 'spend-rules.configure'),
  unavailable: 'Spend requests aren’t turned on here',
  create: async (context, { name }) => void (await callOf(createSpendRuleSet, context, { name })),
  write: async (context, spendRuleSetId, { name, content }) => {
    await callOf(renameSpendRuleSet, context, { spendRuleSetId, name })
    await callOf(saveSpendRuleSet, context, { spendRuleSetId, ...ruleSetInput(content) })
  },
  remove: async (context, { id }) => void (await callOf(deleteSpendRuleSet, context, { id })),
})
