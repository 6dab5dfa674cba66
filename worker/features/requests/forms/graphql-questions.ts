import { DOCUMENT_KINDS, EXPIRY_RULES } from '../../../../schema/documents/documents/expiry.ts'
import { type FormStep, QUESTION_TYPES, type Question } from '../../../../schema/requests/forms/form.ts'
import { allowsNote } from '../../../../schema/requests/forms/notes.ts'
import { builder } from '../../../transport/graphql/builder.ts'

/** Questions of a form, for reading and saving. */
export const questionTypeEnum = builder.enumType('IntakeQuestionType', { values: QUESTION_TYPES })
const documentKindEnum = builder.enumType('VendorDocumentKind', { values: DOCUMENT_KINDS })
const expiryRuleEnum = builder.enumType('DocumentExpiryRule', { values: EXPIRY_RULES })
const logicOperatorEnum = builder.enumType('LogicOperator', { values: ['AND', 'OR'] as const })

const optionType = builder.objectRef<Question['options'][number]>('IntakeQuestionOption').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    parentId: t.exposeID('parentId', { nullable: true }),
    label: t.exposeString('label'),
    ordinal: t.exposeInt('ordinal'),
  }),
})
const anyOfType = builder.objectRef<Question['conditionAnyOfs'][number]>('ConditionAnyOf').implement({
  fields: (t) => ({ valuesQuestionId: t.exposeID('valuesQuestionId'), values: t.exposeStringList('values') }),
})
const numericType = builder.objectRef<Question['conditionNumerics'][number]>('ConditionNumeric').implement({
  fields: (t) => ({
    valuesQuestionId: t.exposeID('valuesQuestionId'),
    minimumValue: t.exposeFloat('minimumValue', { nullable: true }),
    maximumValue: t.exposeFloat('maximumValue', { nullable: true }),
  }),
})
const booleanType = builder.objectRef<Question['conditionBooleans'][number]>('ConditionBoolean').implement({
  fields: (t) => ({ valuesQuestionId: t.exposeID('valuesQuestionId'), value: t.exposeBoolean('value') }),
})

type StepOfQuestion = Pick<FormStep, 'id' | 'label' | 'ordinal' | 'isAdditionalStep'>
const stepType = builder.objectRef<StepOfQuestion>('IntakeStep').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    label: t.exposeString('label'),
    ordinal: t.exposeInt('ordinal'),
    isAdditionalStep: t.exposeBoolean('isAdditionalStep'),
  }),
})

export const questionRef = builder.objectRef<Question & { step: StepOfQuestion }>('IntakeQuestion').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    label: t.exposeString('label'),
    description: t.exposeString('description'),
    type: t.field({ type: questionTypeEnum, resolve: (q) => q.type }),
    isRequired: t.exposeBoolean('isRequired'),
    isMulti: t.exposeBoolean('isMulti'),
    showOnVendorDetails: t.exposeBoolean('showOnVendorDetails'),
    documentTypes: t.exposeStringList('documentTypes'),
    ordinal: t.exposeInt('ordinal'),
    requireDepartmentApproverAssigneeSelection: t.exposeBoolean('requireDepartmentApproverAssigneeSelection'),
    allowsNote: t.boolean({ resolve: allowsNote }),
    keepsApprovals: t.boolean({ resolve: (q) => q.keepsApprovals === true }),
    documentKind: t.field({ type: documentKindEnum, nullable: true, resolve: (q) => q.documentKind ?? null }),
    documentExpiry: t.field({ type: expiryRuleEnum, nullable: true, resolve: (q) => q.documentExpiry ?? null }),
    chainOperator: t.field({ type: logicOperatorEnum, resolve: (q) => q.chainOperator }),
    options: t.field({ type: [optionType], resolve: (q) => q.options }),
    conditionAnyOfs: t.field({ type: [anyOfType], resolve: (q) => q.conditionAnyOfs }),
    conditionNumerics: t.field({ type: [numericType], resolve: (q) => q.conditionNumerics }),
    conditionBooleans: t.field({ type: [booleanType], resolve: (q) => q.conditionBooleans }),
    step: t.field({ type: stepType, resolve: (q) => q.step }),
  }),
})

const optionInput = builder.inputType('IntakeQuestionOptionInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    parentId: t.id(),
    label: t.string({ required: true }),
    ordinal: t.int({ required: true }),
  }),
})
const anyOfInput = builder.inputType('ConditionAnyOfInput', {
  fields: (t) => ({ valuesQuestionId: t.id({ required: true }), values: t.stringList({ required: true }) }),
})
const numericInput = builder.inputType('ConditionNumericInput', {
  fields: (t) => ({ valuesQuestionId: t.id({ required: true }), minimumValue: t.float(), maximumValue: t.float() }),
})
const booleanInput = builder.inputType('ConditionBooleanInput', {
  fields: (t) => ({ valuesQuestionId: t.id({ required: true }), value: t.boolean({ required: true }) }),
})
const questionInput = builder.inputType('IntakeQuestionInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    label: t.string({ required: true }),
    description: t.string({ required: true }),
    type: t.field({ type: questionTypeEnum, required: true }),
    isRequired: t.boolean({ required: true }),
    isMulti: t.boolean({ required: true }),
    showOnVendorDetails: t.boolean({ required: true }),
    documentTypes: t.stringList({ required: true }),
    ordinal: t.int({ required: true }),
    requireDepartmentApproverAssigneeSelection: t.boolean({ required: true }),
    allowsNote: t.boolean(),
    keepsApprovals: t.boolean(),
    documentKind: t.field({ type: documentKindEnum }),
    documentExpiry: t.field({ type: expiryRuleEnum }),
    chainOperator: t.field({ type: logicOperatorEnum, required: true }),
    options: t.field({ type: [optionInput], required: true }),
    conditionAnyOfs: t.field({ type: [anyOfInput], required: true }),
    conditionNumerics: t.field({ type: [numericInput], required: true }),
    conditionBooleans: t.field({ type: [booleanInput], required: true }),
  }),
})
export const stepInput = builder.inputType('IntakeStepInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    label: t.string({ required: true }),
    ordinal: t.int({ required: true }),
    isAdditionalStep: t.boolean({ required: true }),
    questions: t.field({ type: [questionInput], required: true }),
  }),
})

/** Optional input fields, which the form stores as null. */
export const withNullOptions = (args: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(args), (key, value: unknown) => {
    if (key === 'options' && Array.isArray(value)) return value.map((o) => ({ parentId: null, ...o }))
    if (key === 'conditionNumerics' && Array.isArray(value)) {
      return value.map((c) => ({ minimumValue: null, maximumValue: null, ...c }))
    }
    return value
  }) as Record<string, unknown>
