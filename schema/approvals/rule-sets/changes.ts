import { APPROVAL_MODE_WORDS } from '../../platform/company/approval-modes.ts'
import type { Currency } from '../../shared/money.ts'
import { listOf } from '../../shared/name-lists.ts'
import type { CustomField, RulePeople, RuleSetContent } from './rule-set.ts'
import { FIELD_TYPE_LABELS, ruleName, rulesByKind } from './words.ts'

/** What a saved version of a rule set changed compared to the previous one, in sentences for its history. */

type Coverage = 'spendCategories' | 'businessUnits' | 'departments'
const COVERAGE: [Coverage, string, string][] = [
  ['spendCategories', 'spend category', 'spend categories'],
  ['businessUnits', 'business unit', 'business units'],
  ['departments', 'department', 'departments'],
]

/** The parts of a rule as people name them, with the fields each is stored in. */
const PARTS: [string, readonly (keyof RulePeople)[]][] = [
  [
    'approvers',
    ['approverType', 'approverGroupIds', 'approverUserIds', 'approverMatrixId', 'approverMatrixColumnId', 'quorum'],
  ],
  ['separation of duties', ['excludesEarlierDeciders']],
  ['watchers', ['watcherType', 'watcherGroupIds', 'watcherUserIds']],
]

interface Words {
  nameOf(id: string): string
  currency: Currency
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const coverageChanges = (before: RuleSetContent, after: RuleSetContent, { nameOf }: Words): string[] =>
  COVERAGE.flatMap(([key, one, plural]) => {
    const added = after[key].filter((id) => !before[key].includes(id))
    const removed = before[key].filter((id) => !after[key].includes(id))
    if (added.length + removed.length === 0) return []
    if (after[key].length === 0) return [`Covers all ${plural}`]
    if (before[key].length === 0)
      return [`Covers only the ${added.length === 1 ? one : plural} ${listOf(added.map(nameOf))}`]
    return [
      ...(added.length > 0 ? [`Added ${listOf(added.map(nameOf))} to the ${plural}`] : []),
      ...(removed.length > 0 ? [`Removed ${listOf(removed.map(nameOf))} from the ${plural}`] : []),
    ]
  })

const fieldChange = (was: CustomField, is: CustomField): string[] => {
  const changes: string[] = []
  if (was.label !== is.label) changes.push(`Renamed the field “${was.label}” to “${is.label}”`)
  if (was.type !== is.type) changes.push(`Made “${is.label}” ${FIELD_TYPE_LABELS[is.type].toLowerCase()}`)
  if (was.required !== is.required) changes.push(`Made “${is.label}” ${is.required ? 'required' : 'optional'}`)
  if (!same(was.options, is.options)) changes.push(`Changed the options of “${is.label}”`)
  return changes
}

const fieldChanges = (before: RuleSetContent, after: RuleSetContent): string[] => {
  const was = new Map(before.customFields.map((field) => [field.id, field]))
  const is = new Map(after.customFields.map((field) => [field.id, field]))
  const stayed = (of: RuleSetContent, other: Map<string, CustomField>) =>
    of.customFields.flatMap(({ id }) => (other.has(id) ? [id] : []))
  return [
    ...after.customFields.flatMap((field) => {
      const old = was.get(field.id)
      return old ? fieldChange(old, field) : [`Added the field “${field.label}”`]
    }),
    ...before.customFields.flatMap(({ id, label }) => (is.has(id) ? [] : [`Removed the field “${label}”`])),
    ...(same(stayed(before, is), stayed(after, was)) ? [] : ['Changed the order of the fields']),
  ]
}

const modeChanges = ({ approvalMode: before }: RuleSetContent, { approvalMode: after }: RuleSetContent): string[] =>
  before === after ? [] : [`Notifies approvers ${after ? APPROVAL_MODE_WORDS[after] : 'as in the approval settings'}`]

const placed = ({ levels, customFields }: RuleSetContent, currency: Currency) =>
  new Map(
    levels.flatMap((level) =>
      rulesByKind(level).map((of) => [
        of.rule.id,
        { of, level: level.number, name: `“${ruleName(of, customFields, currency)}”` },
      ]),
    ),
  )
type Placed = ReturnType<typeof placed> extends Map<string, infer P> ? P : never

/** What makes a rule apply. */
const whenOf = ({ of }: Placed): unknown => {
  const { rule } = of
  const given = [
    'min' in rule ? rule.min : null,
    'newVendor' in rule ? rule.newVendor : null,
    'customFieldOptionId' in rule ? [rule.customFieldId, rule.customFieldOptionId] : null,
  ]
  return [of.kind, ...given]
}

const ruleChange = (was: Placed, is: Placed): string[] => {
  const changes: string[] = []
  const [before, after] = [was.of.rule, is.of.rule]
  if (before.label !== after.label || (!same(whenOf(was), whenOf(is)) && was.name !== is.name))
    changes.push(`Changed ${was.name} to ${is.name}`)
  else if (!same(whenOf(was), whenOf(is))) changes.push(`Changed when ${is.name} applies`)
  if (was.level !== is.level) changes.push(`Moved ${is.name} from level ${was.level} to level ${is.level}`)
  const parts = PARTS.filter(([, keys]) => keys.some((key) => !same(before[key], after[key]))).map(([part]) => part)
  if (parts.length > 0) changes.push(`Changed the ${listOf(parts)} of ${is.name}`)
  return changes
}

const ruleChanges = (before: RuleSetContent, after: RuleSetContent, { currency }: Words): string[] => {
  const [was, is] = [placed(before, currency), placed(after, currency)]
  return [
    ...[...is].flatMap(([id, rule]) => {
      const old = was.get(id)
      return old ? ruleChange(old, rule) : [`Added ${rule.name} to level ${rule.level}`]
    }),
    ...[...was].flatMap(([id, rule]) => (is.has(id) ? [] : [`Removed ${rule.name} from level ${rule.level}`])),
  ]
}

/** What it says, with names in place of ids, for the details of the history. */
export const outlineOf = (content: RuleSetContent, { nameOf, currency }: Words) => ({
  ...Object.fromEntries(COVERAGE.map(([key]) => [key, content[key].map(nameOf)])),
  customFields: content.customFields.map(({ label, type, required, options }) =>
    [
      `${label} (${FIELD_TYPE_LABELS[type].toLowerCase()}${required ? ', required' : ''})`,
      ...(options.length > 0 ? [listOf(options.map((option) => option.label))] : []),
    ].join(': '),
  ),
  levels: content.levels.map(
    (level) =>
      `Level ${level.number}: ${rulesByKind(level)
        .map((of) => ruleName(of, content.customFields, currency))
        .join(', ')}`,
  ),
  ...(content.approvalMode && { approvalMode: APPROVAL_MODE_WORDS[content.approvalMode] }),
})

/** @returns one sentence for each change; empty if nothing differs */
export const ruleSetChanges = (before: RuleSetContent, after: RuleSetContent, words: Words): string[] => [
  ...coverageChanges(before, after, words),
  ...fieldChanges(before, after),
  ...ruleChanges(before, after, words),
  ...modeChanges(before, after),
]
