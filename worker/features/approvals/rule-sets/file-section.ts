import { z } from 'zod'
import { checkRuleSet } from '../../../../schema/approvals/rule-sets/check.ts'
import {
  CUSTOM_FIELD_TYPES,
  EMPTY_CONTENT,
  RULE_KINDS,
  RULE_SET_LIMITS,
  type RuleKind,
  type RuleSetContent,
  type RuleSetLevel,
} from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { APPROVAL_MODES } from '../../../../schema/platform/company/approval-modes.ts'
import { slugOf } from '../../../../schema/shared/kinds.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  type Path,
  type Reading,
  type SectionDefinition,
  type Writing,
  wordsOf,
} from '../../platform/configuration/index.ts'
import { type PeopleFile, peopleFile, peopleFromFile, peopleToFile } from '../workflows/index.ts'
import { onDuplicate, savedContent } from './change.ts'
import { KIND_OF, type RuleSubject, ruleSetsOf, ruleSetsStatement } from './load.ts'

/** Rule sets in a file of configuration. */

const kinds = wordsOf(['COST', 'CONTRACT_LENGTH', 'NEW_VENDOR', 'FIELD', 'ALWAYS'] as const)
const KIND_WORDS: Record<RuleKind, Parameters<typeof kinds.toWord>[0]> = {
  costRules: 'COST',
  contractLengthRules: 'CONTRACT_LENGTH',
  newVendorRules: 'NEW_VENDOR',
  customFieldRules: 'FIELD',
  noConditionRules: 'ALWAYS',
}
const fieldTypes = wordsOf(CUSTOM_FIELD_TYPES)
const modes = wordsOf(APPROVAL_MODES)

const ruleFile = z
  .strictObject({
    rule: z.string().trim().max(200).optional(),
    if: kinds.shape,
    /** For costs: the amount. For contracts: the months. */
    from: z.number().min(0).optional(),
    newVendor: z.boolean().optional(),
    field: z.string().max(2000).optional(),
    option: z.string().max(200).optional(),
    ...peopleFile,
  })
  .refine((rule) => (rule.if === 'cost' || rule.if === 'contract-length') === (rule.from !== undefined), {
    error: 'Costs and contract lengths have “from”, and nothing else has',
    path: ['if'],
  })

const covered = z.array(z.string().max(300)).max(RULE_SET_LIMITS.covered).default([])
const ruleSetFile = z.strictObject({
  ruleSet: requiredText(200),
  was: z.string().max(200).optional(),
  covers: z.strictObject({ spendCategories: covered, businessUnits: covered, departments: covered }).prefault({}),
  approvals: modes.shape.optional(),
  fields: z
    .array(
      z.strictObject({
        field: requiredText(2000),
        was: z.string().max(2000).optional(),
        type: fieldTypes.shape,
        required: z.boolean().optional(),
        options: z.array(requiredText(200)).max(RULE_SET_LIMITS.options).optional(),
      }),
    )
    .max(RULE_SET_LIMITS.fields)
    .default([]),
  levels: z
    .array(z.strictObject({ rules: z.array(ruleFile).max(200) }))
    .max(RULE_SET_LIMITS.levels)
    .default([]),
})
type RuleSetFile = z.output<typeof ruleSetFile>
type RuleFile = z.output<typeof ruleFile>

export interface RawRuleSet {
  name: string
  content: RuleSetContent
}

const plain = (text: string): string => text.trim().toLowerCase()
const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

const rulesToFile = (level: RuleSetLevel, { customFields }: RuleSetContent, reading: Reading): object[] =>
  RULE_KINDS.flatMap((kind) =>
    level[kind].map((rule) => {
      const field = 'customFieldId' in rule ? customFields.find(({ id }) => id === rule.customFieldId) : undefined
      return {
        rule: rule.label || undefined,
        if: kinds.toWord(KIND_WORDS[kind]),
        from: 'min' in rule ? (kind === 'costRules' ? reading.amount(rule.min) : rule.min) : undefined,
        newVendor: 'newVendor' in rule ? rule.newVendor : undefined,
        ...('customFieldId' in rule && {
          field: field?.label ?? '(deleted)',
          option: field?.options.find(({ id }) => id === rule.customFieldOptionId)?.label ?? '(deleted)',
        }),
        ...peopleToFile(rule, reading),
      }
    }),
  )

const toFile = ({ name, content }: RawRuleSet, reading: Reading): object => ({
  ruleSet: name,
  covers: {
    spendCategories: some(reading.namesOf('spendCategory', content.spendCategories)),
    businessUnits: some(reading.namesOf('businessUnit', content.businessUnits)),
    departments: some(reading.namesOf('department', content.departments)),
  },
  approvals: content.approvalMode && modes.toWord(content.approvalMode),
  fields: some(
    content.customFields.map((field) => ({
      field: field.label,
      type: fieldTypes.toWord(field.type),
      required: field.required || undefined,
      options: some(field.options.map(({ label }) => label)),
    })),
  ),
  levels: content.levels.map((level) => ({ rules: rulesToFile(level, content, reading) })),
})

const fieldsFromFile = (
  given: RuleSetFile['fields'],
  writing: Writing,
  before: RuleSetContent,
): RuleSetContent['customFields'] =>
  given.map(({ field: label, was, type: word, required, options }, ordinal) => {
    const type = fieldTypes.fromWord(word)
    const named = (name: string | undefined) =>
      before.customFields.find(
        (field) => name !== undefined && field.type === type && plain(field.label) === plain(name),
      )
    const kept = named(label) ?? named(was)
    const id = kept?.id ?? writing.newId()
    writing.place(id, ['fields', ordinal])
    return {
      ...{ id, label, type, required: required ?? false, ordinal },
      options: (options ?? []).map((option) => ({
        id: kept?.options.find((each) => plain(each.label) === plain(option))?.id ?? writing.newId(),
        label: option,
      })),
    }
  })

const levelFromFile = (
  { rules }: { rules: RuleFile[] },
  at: number,
  fields: RuleSetContent['customFields'],
  writing: Writing,
  was: RuleSetLevel | undefined,
): RuleSetLevel => {
  const level: RuleSetLevel = {
    id: was?.id ?? writing.newId(),
    number: at + 1,
    costRules: [],
    contractLengthRules: [],
    newVendorRules: [],
    noConditionRules: [],
    customFieldRules: [],
  }
  writing.place(level.id, ['levels', at])
  rules.forEach((file, i) => {
    const path: Path = ['levels', at, 'rules', i]
    const kind = kinds.fromWord(file.if)
    const list = RULE_KINDS.find((each) => KIND_WORDS[each] === kind) ?? 'noConditionRules'
    // The rule at the same place among those of its kind goes on.
    const id = was?.[list][level[list].length]?.id ?? writing.newId()
    writing.place(id, path)
    const rule = { id, label: file.rule ?? '', ...peopleFromFile(file as PeopleFile, writing, path) }
    if (kind === 'COST') level.costRules.push({ ...rule, min: writing.minor(file.from ?? 0, [...path, 'from']) })
    else if (kind === 'CONTRACT_LENGTH') level.contractLengthRules.push({ ...rule, min: Math.round(file.from ?? 0) })
    else if (kind === 'NEW_VENDOR') level.newVendorRules.push({ ...rule, newVendor: file.newVendor ?? true })
    else if (kind === 'ALWAYS') level.noConditionRules.push(rule)
    else {
      const field = fields.find(({ label }) => plain(label) === plain(file.field ?? ''))
      const option = field?.options.find(({ label }) => plain(label) === plain(file.option ?? ''))
      if (!field) writing.problem([...path, 'field'], `The rule set has no such field: ${file.field ?? ''}`)
      else if (!option)
        writing.problem([...path, 'option'], `“${field.label}” has no such option: ${file.option ?? ''}`)
      level.customFieldRules.push({ ...rule, customFieldId: field?.id ?? id, customFieldOptionId: option?.id ?? id })
    }
  })
  return level
}

const unitsFromFile = (
  { covers }: RuleSetFile,
  writing: Writing,
): Pick<RuleSetContent, 'spendCategories' | 'businessUnits' | 'departments'> => {
  const ids = (kind: 'spendCategory' | 'businessUnit' | 'department', key: keyof RuleSetFile['covers']): string[] => {
    const found = writing.idsOf(kind, covers[key], ['covers', key])
    // Without any, a set covers everything.
    if (covers[key].length > 0 && found.length === 0)
      writing.problem(['covers', key], 'This list would be empty. Choose replacements for its values')
    return found
  }
  return {
    spendCategories: ids('spendCategory', 'spendCategories'),
    businessUnits: ids('businessUnit', 'businessUnits'),
    departments: ids('department', 'departments'),
  }
}

const fromFile = (item: RuleSetFile, writing: Writing, current: RawRuleSet | null): RawRuleSet => {
  const before = current?.content ?? EMPTY_CONTENT
  const customFields = fieldsFromFile(item.fields, writing, before)
  return {
    name: item.ruleSet,
    content: {
      ...unitsFromFile(item, writing),
      customFields,
      levels: item.levels.map((level, at) => levelFromFile(level, at, customFields, writing, before.levels[at])),
      ...(item.approvals && { approvalMode: modes.fromWord(item.approvals) }),
    },
  }
}

const restore =
  (subject: RuleSubject) =>
  async (context: StaffContext, { id, name }: { id: string; name: string }) => {
    const { db, actor } = context
    await commit(context, {
      subject: 'The rule set',
      statements: [
        db.sql(
          `UPDATE rule_sets SET deleted_at = NULL, version = version + 1, updated_at = ?3
          WHERE id = ?1 AND company_id = ?2 AND deleted_at IS NOT NULL`,
          id,
          actor.companyId,
          context.clock.now(),
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `${slugOf(KIND_OF[subject])}:${id}:restored:${context.newId()}`,
          action: `${slugOf(KIND_OF[subject])}.restored`,
          targetType: KIND_OF[subject],
          targetId: id,
          message: `Restored the rule set ${name}`,
          changeData: { after: { name } },
        },
      ],
      result: null,
      onDuplicate,
    })
  }

/** What a section of rule sets has, whatever they are for. The caller says by which commands it is written. */
export const ruleSetSection = (
  subject: RuleSubject,
): Pick<
  SectionDefinition<RawRuleSet, RuleSetFile>,
  'noun' | 'shape' | 'nameOf' | 'read' | 'toFile' | 'fromFile' | 'check' | 'restore'
> => ({
  noun: 'rule set',
  shape: ruleSetFile,
  nameOf: ({ ruleSet, was }) => ({ name: ruleSet, was }),
  read: async ({ db, actor }) =>
    ruleSetsOf(await db.all<Record<string, unknown>>(ruleSetsStatement(db, actor.companyId, subject))).map((set) => ({
      id: set.id,
      name: set.name,
      raw: { name: set.name, content: savedContent(set) },
    })),
  toFile,
  fromFile,
  check: ({ content }, current) => checkRuleSet(content, current?.content ?? EMPTY_CONTENT),
  restore: restore(subject),
})

/** What is given to the command that saves a set. */
export const ruleSetInput = ({ spendCategories, businessUnits, departments, ...content }: RuleSetContent) => ({
  spendCategoryIds: spendCategories,
  businessUnitIds: businessUnits,
  departmentIds: departments,
  levels: content.levels,
  customFields: content.customFields,
})
