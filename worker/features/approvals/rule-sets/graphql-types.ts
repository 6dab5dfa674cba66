import type { SetCustomField } from '../../../../schema/approvals/rule-sets/coverage.ts'
import type { RuleSetAnswer } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import {
  CUSTOM_FIELD_TYPES,
  RULE_KINDS,
  type RuleKind,
  type RuleOf,
  type RulePeople,
  type RuleSetLevel,
} from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { APPROVER_TYPES, WATCHER_TYPES } from '../../../../schema/approvals/workflows/definition.ts'
import { builder } from '../../../transport/graphql/builder.ts'
import { namedType } from '../../../transport/graphql/shared-types.ts'

/** Rule sets in GraphQL. Every rule knows the names of its set. */

type Names = RuleSetAnswer['names']
type Told<T> = T & { names: Names }

const fieldTypeEnum = builder.enumType('CustomQuestionType', { values: CUSTOM_FIELD_TYPES })
const approverTypeEnum = builder.enumType('SpendRuleApproverType', { values: APPROVER_TYPES })
const watcherTypeEnum = builder.enumType('SpendRuleWatcherType', { values: WATCHER_TYPES })
const quorumKindEnum = builder.enumType('SpendRuleQuorumKind', { values: ['ANY', 'ALL', 'AT_LEAST'] as const })

const optionType = builder.objectRef<{ id: string; label: string }>('CustomFieldOption').implement({
  fields: (t) => ({ id: t.exposeID('id'), label: t.exposeString('label') }),
})

export const customFieldType = builder.objectRef<SetCustomField>('SpendRuleSetCustomField').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    label: t.exposeString('label'),
    type: t.field({ type: fieldTypeEnum, resolve: (field) => field.type }),
    required: t.exposeBoolean('required'),
    spendRuleSetId: t.exposeID('spendRuleSetId'),
    ordinal: t.exposeInt('ordinal'),
    options: t.field({ type: [optionType], resolve: (field) => field.options }),
  }),
})

const named = (ids: readonly string[], names: Names) =>
  ids.flatMap((id) => (names[id] === undefined ? [] : [{ id, name: names[id] }]))

const principalsType = builder
  .objectRef<{ groupIds: string[]; userIds: string[]; names: Names }>('SpendRulePeople')
  .implement({
    fields: (t) => ({
      groups: t.field({ type: [namedType], resolve: ({ groupIds, names }) => named(groupIds, names) }),
      users: t.field({ type: [namedType], resolve: ({ userIds, names }) => named(userIds, names) }),
    }),
  })

const quorumType = builder.objectRef<RulePeople['quorum']>('SpendRuleQuorum').implement({
  fields: (t) => ({
    kind: t.field({ type: quorumKindEnum, resolve: ({ kind }) => kind }),
    count: t.int({ nullable: true, resolve: (quorum) => (quorum.kind === 'AT_LEAST' ? quorum.count : null) }),
    adminsFillUp: t.boolean({ resolve: (quorum) => quorum.kind === 'AT_LEAST' && quorum.adminsFillUp === true }),
  }),
})

type Types = typeof builder.$inferSchemaTypes
type Fields<T extends object> = PothosSchemaTypes.ObjectFieldBuilder<Types, T>

const ruleFields = <T extends Told<RulePeople>>(t: Fields<T>) => ({
  id: t.id({ resolve: (rule) => rule.id }),
  label: t.string({ resolve: (rule) => rule.label }),
  approverType: t.field({ type: approverTypeEnum, resolve: (rule) => rule.approverType }),
  approvers: t.field({
    type: principalsType,
    resolve: ({ approverGroupIds: groupIds, approverUserIds: userIds, names }) => ({ groupIds, userIds, names }),
  }),
  approverMatrixId: t.id({ nullable: true, resolve: (rule) => rule.approverMatrixId }),
  approverMatrixColumnId: t.id({ nullable: true, resolve: (rule) => rule.approverMatrixColumnId }),
  watcherType: t.field({ type: watcherTypeEnum, resolve: (rule) => rule.watcherType }),
  watchers: t.field({
    type: principalsType,
    resolve: ({ watcherGroupIds: groupIds, watcherUserIds: userIds, names }) => ({ groupIds, userIds, names }),
  }),
  quorum: t.field({ type: quorumType, resolve: (rule) => rule.quorum }),
  excludesEarlierDeciders: t.boolean({
    description: 'Who decided an earlier step doesn’t decide this one',
    resolve: (rule) => rule.excludesEarlierDeciders === true,
  }),
})

const minimumType = (name: string, unit: string) =>
  builder.objectRef<Told<RuleOf<'costRules'>>>(name).implement({
    fields: (t) => ({ ...ruleFields(t), min: t.float({ description: unit, resolve: (rule) => rule.min }) }),
  })
const costRuleType = minimumType('SpendCostRule', 'In the minor unit of the company’s currency')
const lengthRuleType = minimumType('SpendContractLengthRule', 'In months')
const vendorRuleType = builder.objectRef<Told<RuleOf<'newVendorRules'>>>('SpendNewVendorRule').implement({
  fields: (t) => ({ ...ruleFields(t), newVendor: t.boolean({ resolve: (rule) => rule.newVendor }) }),
})
const plainRuleType = builder.objectRef<Told<RulePeople>>('SpendNoConditionRule').implement({
  fields: (t) => ruleFields(t),
})
const fieldRuleType = builder.objectRef<Told<RuleOf<'customFieldRules'>>>('SpendCustomFieldRule').implement({
  fields: (t) => ({
    ...ruleFields(t),
    customFieldId: t.id({ resolve: (rule) => rule.customFieldId }),
    customFieldOptionId: t.id({ resolve: (rule) => rule.customFieldOptionId }),
  }),
})

type ToldLevel = Told<RuleSetLevel>
const told = <K extends RuleKind>(level: ToldLevel, kind: K): Told<RuleOf<K>>[] =>
  (level[kind] as RuleOf<K>[]).map((rule) => ({ ...rule, names: level.names }))

const levelType = builder.objectRef<ToldLevel>('SpendRuleSetLevel').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number'),
    costRules: t.field({ type: [costRuleType], resolve: (level) => told(level, 'costRules') }),
    contractLengthRules: t.field({ type: [lengthRuleType], resolve: (level) => told(level, 'contractLengthRules') }),
    newVendorRules: t.field({ type: [vendorRuleType], resolve: (level) => told(level, 'newVendorRules') }),
    noConditionRules: t.field({ type: [plainRuleType], resolve: (level) => told(level, 'noConditionRules') }),
    customFieldRules: t.field({ type: [fieldRuleType], resolve: (level) => told(level, 'customFieldRules') }),
  }),
})

export const ofSet = (set: Pick<RuleSetAnswer, 'id' | 'customFields'>): SetCustomField[] =>
  set.customFields.map((field) => ({ ...field, spendRuleSetId: set.id }))

export const ruleSetType = builder.objectRef<RuleSetAnswer>('SpendRuleSet').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    version: t.exposeInt('version'),
    spendCategories: t.field({ type: [namedType], resolve: (set) => named(set.spendCategoryIds, set.names) }),
    businessUnits: t.field({ type: [namedType], resolve: (set) => named(set.businessUnitIds, set.names) }),
    departments: t.field({ type: [namedType], resolve: (set) => named(set.departmentIds, set.names) }),
    customFields: t.field({ type: [customFieldType], resolve: ofSet }),
    levels: t.field({
      type: [levelType],
      resolve: ({ levels, names }) => levels.map((level) => ({ ...level, names })),
    }),
  }),
})

const approversInput = builder.inputType('SpendRuleApproversInput', {
  fields: (t) => ({
    groupIds: t.idList(),
    userIds: t.idList(),
    approverMatrixId: t.id(),
    approverMatrixColumnId: t.id(),
  }),
})
const watchersInput = builder.inputType('SpendRuleWatchersInput', {
  fields: (t) => ({ groupIds: t.idList(), userIds: t.idList() }),
})
const quorumInput = builder.inputType('SpendRuleQuorumInput', {
  fields: (t) => ({
    kind: t.field({ type: quorumKindEnum, required: true }),
    count: t.int(),
    adminsFillUp: t.boolean(),
  }),
})

type Inputs = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>
const peopleFields = (t: Inputs) => ({
  id: t.id({ description: 'Of the rule it replaces; left out for a new one' }),
  label: t.string({ description: 'What its approvals are called; without one, like the rule set' }),
  approverType: t.field({ type: approverTypeEnum, required: true }),
  approvers: t.field({ type: approversInput }),
  watcherType: t.field({ type: watcherTypeEnum, description: 'CUSTOM_WATCHERS if only watchers are given' }),
  watchers: t.field({ type: watchersInput }),
  quorum: t.field({ type: quorumInput, description: 'Any one of the approvers if omitted' }),
  excludesEarlierDeciders: t.boolean({ description: 'Who decided an earlier step doesn’t decide this one' }),
})
const minimumInput = (name: string, unit: string) =>
  builder.inputType(name, {
    fields: (t) => ({ ...peopleFields(t), min: t.float({ required: true, description: unit }) }),
  })
const costInput = minimumInput('SpendCostRuleInput', 'In the minor unit of the company’s currency')
const lengthInput = minimumInput('SpendContractLengthRuleInput', 'In months')
const vendorInput = builder.inputType('SpendNewVendorRuleInput', {
  fields: (t) => ({ ...peopleFields(t), newVendor: t.boolean({ required: true }) }),
})
const plainInput = builder.inputType('SpendNoConditionRuleInput', { fields: peopleFields })
const fieldRuleInput = builder.inputType('SpendCustomFieldRuleInput', {
  fields: (t) => ({
    ...peopleFields(t),
    customFieldId: t.id({ required: true }),
    customFieldOptionId: t.id({ required: true }),
  }),
})
export const levelInput = builder.inputType('SpendRuleSetLevelInput', {
  fields: (t) => ({
    id: t.id(),
    number: t.int({ required: true }),
    costRules: t.field({ type: [costInput] }),
    contractLengthRules: t.field({ type: [lengthInput] }),
    newVendorRules: t.field({ type: [vendorInput] }),
    noConditionRules: t.field({ type: [plainInput] }),
    customFieldRules: t.field({ type: [fieldRuleInput] }),
  }),
})
export const updateInput = builder.inputType('UpdateSpendRuleSetInput', {
  fields: (t) => ({
    name: t.string(),
    spendCategoryIds: t.idList(),
    businessUnitIds: t.idList(),
    departmentIds: t.idList(),
    version: t.int({ description: 'The version that was read; if omitted, the last save wins' }),
  }),
})
const fieldOptionInput = builder.inputType('SpendRuleSetCustomFieldOptionInput', {
  fields: (t) => ({ id: t.id(), label: t.string({ required: true }) }),
})
export const customFieldInput = builder.inputType('SpendRuleSetCustomFieldInput', {
  fields: (t) => ({
    id: t.id({ description: 'Of the field it replaces; without one, the field with this label and type is replaced' }),
    label: t.string({ required: true }),
    type: t.field({ type: fieldTypeEnum, required: true }),
    required: t.boolean(),
    ordinal: t.int(),
    options: t.field({ type: [fieldOptionInput] }),
  }),
})

interface GivenRule {
  approvers?: object | null
  watchers?: object | null
  quorum?: object | null
  [field: string]: unknown
}

const withoutNulls = (value: object | null | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, each]) => each !== null && each !== undefined))

/** A rule as the operation takes it. */
const flat = ({ approvers, watchers, quorum, ...rule }: GivenRule): Record<string, unknown> => {
  const { groupIds: approverGroupIds, userIds: approverUserIds, ...matrix } = withoutNulls(approvers)
  const { groupIds: watcherGroupIds, userIds: watcherUserIds } = withoutNulls(watchers)
  const watches = [watcherGroupIds, watcherUserIds].some((ids) => Array.isArray(ids) && ids.length > 0)
  return withoutNulls({
    ...{ approverGroupIds, approverUserIds, watcherGroupIds, watcherUserIds, ...matrix },
    ...withoutNulls(rule),
    // Not stored where it doesn't apply, so that saving it changes nothing.
    excludesEarlierDeciders: rule.excludesEarlierDeciders === true ? true : null,
    watcherType: rule.watcherType ?? (watches ? 'CUSTOM_WATCHERS' : null),
    quorum: quorum && withoutNulls(quorum),
  })
}

export const levelGiven = (level: object): Record<string, unknown> => {
  const given = withoutNulls(level)
  const rules = RULE_KINDS.flatMap((kind) => {
    const list = given[kind]
    return Array.isArray(list) ? [[kind, list.map(flat)] as const] : []
  })
  return { ...given, ...Object.fromEntries(rules) }
}

export const fieldGiven = (field: { options?: readonly object[] | null }): Record<string, unknown> => ({
  ...withoutNulls(field),
  ...(field.options && { options: field.options.map(withoutNulls) }),
})
