import { z } from 'zod'
import { id } from './values.ts'

/**
 * Conditions on answers: used for the visibility of questions, a workflow's entry points and a rule's
 * conditions (specification 2 §5). Money compares in minor units of the company's currency.
 */
export const logicOperator = z.enum(['AND', 'OR'])
export type LogicOperator = z.infer<typeof logicOperator>

export const anyOfCondition = z.object({
  valuesQuestionId: id,
  values: z.array(z.string().max(500)).min(1, 'Choose at least one value').max(200),
})
export const numericCondition = z
  .object({
    valuesQuestionId: id,
    minimumValue: z.number().nullable(),
    maximumValue: z.number().nullable(),
  })
  .refine((c) => c.minimumValue !== null || c.maximumValue !== null, 'Give a minimum or a maximum')
  .refine(
    (c) => c.minimumValue === null || c.maximumValue === null || c.minimumValue <= c.maximumValue,
    'The minimum is above the maximum',
  )
export const booleanCondition = z.object({ valuesQuestionId: id, value: z.boolean() })

export const conditionSetShape = {
  chainOperator: logicOperator,
  conditionAnyOfs: z.array(anyOfCondition).max(50),
  conditionNumerics: z.array(numericCondition).max(50),
  conditionBooleans: z.array(booleanCondition).max(50),
}
export const conditionSet = z.object(conditionSetShape)
export type ConditionSet = z.infer<typeof conditionSet>

export const NO_CONDITIONS: ConditionSet = {
  chainOperator: 'AND',
  conditionAnyOfs: [],
  conditionNumerics: [],
  conditionBooleans: [],
}
