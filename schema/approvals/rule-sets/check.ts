import { peopleProblem } from '../workflows/people-rules.ts'
import { type CustomField, isChoice, type RuleSetContent } from './rule-set.ts'
import { type ruleName, rulesByKind } from './words.ts'

/** What must be fixed before a rule set can be saved, by the id of a level, a rule or a field. */

export interface RuleSetProblem {
  id: string
  message: string
}

/** Where problems are listed that concern a field which was removed. */
export const FIELDS = 'customFields'

const repeated = (texts: readonly string[]): string[] => texts.filter((text, at) => texts.indexOf(text) !== at)
const plain = (text: string): string => text.trim().toLowerCase()

const fieldProblem = (field: CustomField, all: readonly CustomField[]): string | null => {
  if (all.some((other) => other.id !== field.id && plain(other.label) === plain(field.label)))
    return 'Another field has this label'
  if (!isChoice(field)) return field.options.length > 0 ? 'Only choices have options' : null
  if (field.options.length === 0) return 'Add at least one option'
  const [twice] = repeated(field.options.map(({ label }) => plain(label)))
  return twice === undefined ? null : 'Two options have the same label'
}

type Named = Parameters<typeof ruleName>[0]
const titleOf = ({ rule }: Named, level: number): string =>
  rule.label ? `“${rule.label}” in level ${level}` : `A rule in level ${level}`

/** What a rule for a field needs, or where it is missing. */
const fieldOfRule = (
  of: Extract<Named, { kind: 'customFieldRules' }>,
  level: number,
  { customFields }: RuleSetContent,
  before: RuleSetContent,
): RuleSetProblem | null => {
  const { id, customFieldId, customFieldOptionId } = of.rule
  const field = customFields.find((each) => each.id === customFieldId)
  const was = before.customFields.find((each) => each.id === customFieldId)
  if (!field) {
    if (!was) return { id, message: 'Choose the custom field and its option' }
    const message = `${titleOf(of, level)} asks for “${was.label}”. Change the rule before you remove the field.`
    return { id: FIELDS, message }
  }
  if (!isChoice(field))
    return {
      id: field.id,
      message: `${titleOf(of, level)} asks for an option of this field. Change the rule before you change the type.`,
    }
  if (field.options.some((option) => option.id === customFieldOptionId)) return null
  const option = was?.options.find((each) => each.id === customFieldOptionId)
  return option
    ? {
        id: field.id,
        message: `${titleOf(of, level)} asks for “${option.label}”. Change the rule before you remove the option.`,
      }
    : { id, message: 'Choose the option of the field' }
}

/** @param before what is saved, whose fields and options may have been removed since */
export const checkRuleSet = (content: RuleSetContent, before: RuleSetContent): RuleSetProblem[] => {
  const problems: RuleSetProblem[] = []
  const add = (id: string, message: string | null) => message && problems.push({ id, message })
  const { levels, customFields } = content
  const named = levels.map((level) => ({ level, rules: rulesByKind(level) }))
  const ids = [
    ...levels.map(({ id }) => id),
    ...named.flatMap(({ rules }) => rules.map(({ rule }) => rule.id)),
    ...customFields.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]),
  ]
  for (const id of repeated(ids)) add(id, 'The same id is used twice')
  named.forEach(({ level, rules }, at) => {
    if (level.number !== at + 1) add(level.id, 'Levels are numbered 1, 2, 3 … in order')
    if (rules.length === 0) add(level.id, 'Add a rule to this level, or remove it')
    for (const of of rules) {
      add(of.rule.id, peopleProblem(of.rule))
      const missing = of.kind === 'customFieldRules' ? fieldOfRule(of, level.number, content, before) : null
      if (missing) add(missing.id, missing.message)
    }
  })
  for (const field of customFields) add(field.id, fieldProblem(field, customFields))
  return problems
}
