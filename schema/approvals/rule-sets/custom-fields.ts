import { customFieldFact, type Fact } from '../engine/facts.ts'
import { type CustomField, isChoice } from './rule-set.ts'

/** Values of custom fields: how requests give them, and what rules read. */

/** By field id: an option, several options, or text. */
export type CustomFieldValues = Record<string, string | string[]>

/** A field is named by its id or its label, and an option too, because programs know the labels. */
export interface GivenValue {
  id?: string | null | undefined
  label?: string | null | undefined
  value: unknown
}

const MAX_TEXT = 5000

const textsOf = (value: unknown): string[] | null => {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null
}

/** The value as it is kept, null for none, or what is wrong with it. */
const read = (field: CustomField, given: unknown): { value: string | string[] | null } | { problem: string } => {
  const texts = textsOf(given)
  if (!texts) return { problem: isChoice(field) ? 'Choose from the options' : 'Enter text' }
  if (!isChoice(field)) {
    const text = texts.join(', ').trim()
    if (text.length > MAX_TEXT) return { problem: `At most ${MAX_TEXT.toLocaleString('en-US')} characters` }
    return { value: text || null }
  }
  const ids: string[] = []
  for (const text of texts) {
    const option =
      field.options.find(({ id }) => id === text) ??
      field.options.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase())
    if (!option) return { problem: `“${text.slice(0, 100)}” isn’t a valid option` }
    if (!ids.includes(option.id)) ids.push(option.id)
  }
  if (field.type === 'MULTI_CHOICE') return { value: ids.length > 0 ? ids : null }
  return ids.length > 1 ? { problem: 'Choose one option' } : { value: ids[0] ?? null }
}

/**
 * @param fields those that apply to the request; values of others are dropped
 * @returns the values as they are kept, and a message for each field with a problem, by field id
 */
export const checkCustomFields = (
  fields: readonly CustomField[],
  given: readonly GivenValue[],
): { values: CustomFieldValues; problems: Record<string, string> } => {
  const values: CustomFieldValues = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    if (field.type === 'CUSTOM_COPY') continue
    const answer =
      given.find(({ id }) => id === field.id) ?? given.find(({ id, label }) => !id && label?.trim() === field.label)
    const result = read(field, answer?.value)
    if ('problem' in result) problems[field.id] = result.problem
    else if (result.value !== null) values[field.id] = result.value
    else if (field.required) problems[field.id] = 'Required'
  }
  return { values, problems }
}

/**
 * A message for each value of a field that no rule set has, by the field's id or label. Values of fields that don't
 * apply to the request aren't among them.
 * @param fields of all rule sets
 * @param before what is stored, which may stay as it is
 */
export const unknownFields = (
  fields: readonly Pick<CustomField, 'id' | 'label' | 'type'>[],
  given: readonly GivenValue[],
  before: CustomFieldValues = {},
): Record<string, string> => {
  const asked = fields.filter(({ type }) => type !== 'CUSTOM_COPY')
  const ids = new Set(asked.map(({ id }) => id))
  const labels = new Set(asked.map(({ label }) => label))
  return Object.fromEntries(
    given.flatMap(({ id, label, value }, at): [string, string][] => {
      if (
        id &&
        Object.hasOwn(before, id) &&
        (textsOf(value)?.length === 0 || JSON.stringify(value) === JSON.stringify(before[id]))
      )
        return []
      if (id)
        return ids.has(id) ? [] : [[id, `There’s no field “${id}”. It may have been removed: load the form again`]]
      const name = label?.trim() ?? ''
      if (name === '') return [[String(at), 'Name the field by its ID or its label']]
      return labels.has(name) ? [] : [[name, `There’s no field “${name}”. It may have been renamed or removed`]]
    }),
  )
}

/** The values as facts, with the names that reasons use. */
export const customFieldFacts = (fields: readonly CustomField[], values: CustomFieldValues): [string, Fact][] =>
  fields
    .filter(({ type }) => type !== 'CUSTOM_COPY')
    .map((field) => {
      const labels = new Map(field.options.map(({ id, label }) => [id, label]))
      return [
        customFieldFact(field.id),
        {
          label: field.label,
          type: isChoice(field) ? 'CHOICE' : 'TEXT',
          value: values[field.id],
          nameOf: (id) => labels.get(id),
        },
      ]
    })
