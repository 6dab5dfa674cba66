import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import {
  createSpendRuleSet,
  deleteSpendRuleSet,
  saveSpendRuleSetCustomFields,
  saveSpendRuleSetLevels,
  updateSpendRuleSet,
} from './change.ts'
import { readSpendCategoryCustomFields } from './custom-fields.ts'
import {
  customFieldInput,
  customFieldType,
  fieldGiven,
  levelGiven,
  levelInput,
  ofSet,
  ruleSetType,
  updateInput,
} from './graphql-types.ts'
import { readSpendRuleSet, readSpendRuleSets } from './read.ts'

/** Specification 2 §7. Without a version, the last save wins. */

const readOne = resolveWith('query.spendRuleSet', readSpendRuleSet)
const readFields = resolveWith('query.spendRuleSetCustomFields', readSpendRuleSet)

builder.queryFields((t) => ({
  spendRuleSets: t.field({ type: [ruleSetType], resolve: resolveWith('query.spendRuleSets', readSpendRuleSets) }),
  spendRuleSet: t.field({
    type: ruleSetType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (root, { id }, context, info) => readOne(root, { spendRuleSetId: id }, context, info),
  }),
  spendRuleSetCustomFields: t.field({
    type: [customFieldType],
    args: { spendRuleSetId: t.arg.id({ required: true }) },
    resolve: async (root, args, context, info) => ofSet(await readFields(root, args, context, info)),
  }),
  spendCategoryCustomFields: t.field({
    type: [customFieldType],
    args: {
      spendCategoryIds: t.arg.idList({ required: true }),
      departmentIds: t.arg.idList({ required: true }),
      businessUnitIds: t.arg.idList({ required: true }),
    },
    resolve: resolveWith('query.spendCategoryCustomFields', readSpendCategoryCustomFields),
  }),
}))

const update = resolveWith('mutation.updateSpendRuleSet', updateSpendRuleSet)
const updateLevels = resolveWith('mutation.updateSpendRuleSetLevels', saveSpendRuleSetLevels)
const saveFields = resolveWith('mutation.createSpendRuleSetCustomFields', saveSpendRuleSetCustomFields)

const given = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

builder.mutationFields((t) => ({
  createSpendRuleSet: t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createSpendRuleSet', createSpendRuleSet),
  }),
  updateSpendRuleSet: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: (root, { id, input }, context, info) => update(root, { ...given(input), id }, context, info),
  }),
  updateSpendRuleSetLevels: t.field({
    type: idPayload,
    args: {
      spendRuleSetId: t.arg.id({ required: true }),
      levels: t.arg({ type: [levelInput], required: true }),
      version: t.arg.int({ description: 'The version that was read; if omitted, the last save wins' }),
    },
    resolve: (root, { levels, ...args }, context, info) =>
      updateLevels(root, { ...args, levels: levels.map(levelGiven) }, context, info),
  }),
  createSpendRuleSetCustomFields: t.field({
    type: idPayload,
    description: 'Replaces the whole list of fields',
    args: {
      spendRuleSetId: t.arg.id({ required: true }),
      customFields: t.arg({ type: [customFieldInput], required: true }),
      version: t.arg.int({ description: 'The version that was read; if omitted, the last save wins' }),
    },
    resolve: (root, { customFields, ...args }, context, info) =>
      saveFields(root, { ...args, customFields: customFields.map(fieldGiven) }, context, info),
  }),
  deleteSpendRuleSet: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.deleteSpendRuleSet', deleteSpendRuleSet),
  }),
}))
