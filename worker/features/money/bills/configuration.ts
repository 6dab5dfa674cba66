import { z } from 'zod'
import { can } from '../../../../schema/shared/permissions.ts'
import { ruleSetInput, ruleSetSection } from '../../approvals/rule-sets/index.ts'
import { callOf, registerSection, settingsSection } from '../../platform/configuration/index.ts'
import { readMatchSettings, setMatchSettings } from './match-operations.ts'
import { createBillRuleSet, deleteBillRuleSet, renameBillRuleSet, saveBillRuleSet } from './rule-sets.ts'

const section = ruleSetSection('BILL')

registerSection({
  ...section,
  key: 'billRules',
  title: 'Approvals of bills',
  order: 60,
  isAvailable: ({ policy }) => can(policy, 'payments.configure'),
  unavailable: 'Payments aren’t turned on here',
  check: (raw, current) => [
    ...(section.check?.(raw, current) ?? []),
    ...raw.content.levels.flatMap(({ contractLengthRules, customFieldRules }) =>
      [...contractLengthRules, ...customFieldRules].map(({ id }) => ({
        id,
        message: 'Rules of bills look at the amount or a new vendor, or apply always',
      })),
    ),
    ...raw.content.customFields.map(({ id }) => ({ id, message: 'Rule sets of bills have no custom fields' })),
  ],
  create: async (context, { name }) => void (await callOf(createBillRuleSet, context, { name })),
  write: async (context, billRuleSetId, { name, content }) => {
    const { customFields: _, ...given } = ruleSetInput(content)
    await callOf(renameBillRuleSet, context, { billRuleSetId, name })
    await callOf(saveBillRuleSet, context, { billRuleSetId, ...given, approvalMode: content.approvalMode ?? null })
  },
  remove: async (context, { id }) => void (await callOf(deleteBillRuleSet, context, { id })),
})

interface RawTolerance {
  percent: number | null
  amount: number | null
  groupIds: string[]
  userIds: string[]
}

const names = z.array(z.string().max(300)).max(50).default([])
const toleranceFile = z.strictObject({
  percent: z.number().min(0).max(1000).optional(),
  amount: z.number().min(0).optional(),
  groups: names,
  people: names,
})

settingsSection<RawTolerance, z.output<typeof toleranceFile>>({
  key: 'billTolerance',
  title: 'Bills above their purchase order',
  order: 72,
  access: 'payments.configure',
  unavailable: 'Payments aren’t turned on here',
  shape: toleranceFile,
  read: async (context) => {
    const { percent, amount, groups, users } = await callOf(readMatchSettings, context, {})
    return { percent, amount, groupIds: groups.map(({ id }) => id), userIds: users.map(({ id }) => id) }
  },
  toFile: ({ percent, amount, groupIds, userIds }, reading) => {
    const [groups, people] = [reading.namesOf('group', groupIds), reading.namesOf('person', userIds)]
    return {
      percent: percent ?? undefined,
      amount: amount === null ? undefined : reading.amount(amount),
      groups: groups.length > 0 ? groups : undefined,
      people: people.length > 0 ? people : undefined,
    }
  },
  fromFile: ({ percent, amount, groups, people }, writing) => ({
    percent: percent ?? null,
    amount: amount === undefined ? null : writing.minor(amount, ['amount']),
    groupIds: writing.idsOf('group', groups, ['groups']),
    userIds: writing.idsOf('person', people, ['people']),
  }),
  write: (context, raw) => callOf(setMatchSettings, context, raw),
})
