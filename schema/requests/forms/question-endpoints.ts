import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'
import { categoryParams, intakeCategory } from '../categories/category-endpoints.ts'
import { formToFill, question, questionOption, questionType } from './form.ts'

/** The questions of a form outside the form builder: for lists, filters, exports and other programs. */

const stepOfQuestion = z.object({
  id: z.string(),
  label: z.string(),
  ordinal: z.number().int(),
  isAdditionalStep: z.boolean(),
})
export const questionWithStep = question.extend({ step: stepOfQuestion })
export type QuestionWithStep = z.infer<typeof questionWithStep>

export const listQuestionsOfCategory = endpoint({
  id: 'intake.questions-by-category',
  method: 'GET',
  path: '/api/intake-questions-by-category/{id}',
  summary: "The questions of a category's form in order, each with its step",
  params: z.object({ id }),
  response: z.array(questionWithStep),
})

export const getBareIntakeSteps = endpoint({
  id: 'intake.get-bare-steps',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/steps/bare',
  summary: "The steps of a category's form with what their questions are called, without options and conditions",
  params: categoryParams,
  response: z.array(
    stepOfQuestion.extend({
      questions: z.array(
        z.object({ id: z.string(), label: z.string(), type: questionType, ordinal: z.number().int() }),
      ),
    }),
  ),
})

export const exportIntakeSteps = endpoint({
  id: 'intake.export-steps',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/steps.csv',
  summary: "A category's form as CSV, a line a question",
  params: categoryParams,
  response: z.string(),
  raw: 'text/csv',
})

export const listCustomSelectOptions = endpoint({
  id: 'intake.custom-select-options',
  method: 'GET',
  path: '/api/intake-questions/custom-select-options',
  summary: 'Own options of a question, or of all questions that have some, by part of their label',
  query: z.object({ intakeQuestionId: id.optional(), search: z.string().trim().max(200).optional() }),
  response: z.array(questionOption.pick({ parentId: true }).extend({ label: z.string(), value: z.string() })),
})

/** The form for filling in. `options` of lookups (vendors, departments, …) come from their own calls. */
export const getIntakeSteps = endpoint({
  id: 'intake.get-steps',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/steps',
  summary: "The category's form; an earlier version for a request that was filed with it",
  params: categoryParams,
  query: z.object({ formVersion: z.coerce.number().int().min(1).optional() }),
  response: formToFill.extend({ category: intakeCategory }),
})
