import { z } from 'zod'
import { DOCUMENT_KINDS, EXPIRY_RULES } from '../../documents/documents/expiry.ts'
import { conditionSetShape } from '../../shared/conditions.ts'
import { type Exchange, exchange } from '../../shared/exchange.ts'
import { currency, money } from '../../shared/money.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id, questionId, requiredText } from '../../shared/values.ts'
import { type QuestionType, questionType } from './question-types.ts'

export { QUESTION_TYPES, type QuestionType, questionType } from './question-types.ts'

export const questionOption = z.object({
  id,
  label: requiredText(200),
  parentId: id.nullable(),
  ordinal: z.number().int().min(0),
})

export const question = z.object({
  id: questionId,
  type: questionType,
  label: requiredText(500),
  description: z.string().max(5000),
  isRequired: z.boolean(),
  isMulti: z.boolean(),
  showOnVendorDetails: z.boolean(),
  documentTypes: z.array(z.string().max(80)).max(40),
  ordinal: z.number().int().min(0),
  options: z.array(questionOption).max(1000),
  requireDepartmentApproverAssigneeSelection: z.boolean(),
  /** Whether a note can be added to the answer. Missing in forms from before there were notes. */
  allowsNote: z.boolean().nullish(),
  /** Correcting its text, or its note, doesn't restart approvals. Missing in older forms. */
  keepsApprovals: z.boolean().nullish(),
  /**
   * For a field of vendors or services: what vendor forms do with it. They ask for it unless it says otherwise. With
   * `UPDATES` the answer becomes the field's value when the form is approved.
   */
  inVendorForms: z.enum(['NOT_ASKED', 'ASKED', 'UPDATES']).nullish(),
  /** For documents in vendor forms: what they are. Otherwise the vendor says it. */
  documentKind: z.enum(DOCUMENT_KINDS).nullish(),
  /** Whether the vendor says until when they are valid. It can, unless it says otherwise. */
  documentExpiry: z.enum(EXPIRY_RULES).nullish(),
  ...conditionSetShape,
})
export type Question = z.infer<typeof question>

export const formStep = z.object({
  id,
  label: requiredText(200),
  ordinal: z.number().int().min(0),
  isAdditionalStep: z.boolean(),
  questions: z.array(question).max(300),
})
export type FormStep = z.infer<typeof formStep>

/** A category's form. Saved whole as a new version. A request keeps the version it was filed with. */
export const formDefinition = z.object({ steps: z.array(formStep).max(50) })
/** The form for filling in: with the exchange rates for its conditions. */
export const formToFill = formDefinition.extend({
  exchange,
  /** Types of questions that aren't asked, because the company doesn’t use what they ask for. */
  unused: z.array(questionType).optional(),
})
export type FormDefinition = z.infer<typeof formDefinition> & {
  /** Missing in forms that are only built or copied, and for requests from before there were rates. */
  exchange?: Exchange | undefined
  /** Missing in forms that are only built or copied. See unused-questions.ts. */
  unused?: QuestionType[] | undefined
}

export const address = z.object({
  country: z.string().max(80),
  address1: z.string().max(300),
  address2: z.string().max(300),
  city: z.string().max(120),
  state: z.string().max(120),
  postalCode: z.string().max(40),
  memo: z.string().max(500).nullish(),
})
export type Address = z.output<typeof address>
export const duration = z.object({
  years: z.number().int().min(0).max(999),
  months: z.number().int().min(0).max(9999),
  days: z.number().int().min(0).max(99999),
})

/** A department with the person who should approve for it. Answers that are read include names. */
export const assignedDepartment = z.object({
  id,
  name: z.string().max(500).optional(),
  departmentApproverAssigneeUserId: id.nullable(),
  departmentApproverAssigneeName: z.string().max(500).optional(),
})
export type AssignedDepartment = z.infer<typeof assignedDepartment>

/**
 * The value of an answer, by question type (specification 2 §3): an id or null for a single select, a list of ids for a
 * multi select, yyyy-mm-dd for dates, boolean, number, Money in minor units, Duration, Address, a list of document ids
 * for DOCUMENTS, a list of departments with their approvers for DEPARTMENT_SELECT_V2.
 */
const answerWith = <T extends z.ZodType>(amount: T) =>
  z.union(
    [
      z.string().max(20_000),
      z.number(),
      z.boolean(),
      amount,
      duration,
      address,
      z.array(z.string().max(64)).max(1000),
      z.array(assignedDepartment).max(1000),
      z.null(),
    ],
    { error: 'The answer doesn’t match the question type' },
  )
export const answerValue = answerWith(money)
export type AnswerValue = z.infer<typeof answerValue>

/** An amount without a currency is in the company's, which `keptAnswers` adds before anyone reads it. */
const givenMoney = money.extend({ currency: currency.nullish() }) as unknown as typeof money
export const givenAnswerValue = answerWith(givenMoney)
/** Answers as they are sent. */
const answerInput = z.object({
  questionId,
  value: givenAnswerValue,
  /** If the question allows one. `noteProblems` checks its length. */
  note: z.string().max(50_000).optional(),
})
/** What a form's version says of an answer and its step, where they are read. */
const STEP_AS_READ = ['stepLabel', 'stepOrdinal']
const ANSWER_AS_READ = STEP_AS_READ.concat(
  'stepId',
  'questionOrdinal',
  'type',
  'label',
  'labels',
  'description',
  'isRequired',
  'version',
)
export const answersInput = z.array(asRead(answerInput, ANSWER_AS_READ)).max(1000)
/** Answers by the step they belong to. */
export const stepInput = asRead(z.object({ stepId: id, fields: answersInput }), STEP_AS_READ)
export type AnswerEntry = z.infer<typeof answersInput>[number]

/** Answers to a custom form as they are sent: as one list, or by the form's steps. */
export const customFormInput = z
  .array(
    asRead(
      z
        .object({ ...answerInput.partial().shape, stepId: id.optional(), fields: answersInput.optional() })
        .refine(({ questionId, value, fields }) => fields || (questionId !== undefined && value !== undefined), {
          path: ['questionId'],
          error: 'Required',
        }),
      ANSWER_AS_READ,
    ),
  )
  .max(1000)
export type CustomFormInput = z.infer<typeof customFormInput>
export const customFormAnswers = (given: CustomFormInput): AnswerEntry[] =>
  given.flatMap(({ fields, questionId, value, note }) => {
    if (fields) return fields
    return questionId === undefined || value === undefined ? [] : [{ questionId, value, ...(note && { note }) }]
  })
/** Answers by question id. */
export type Answers = Record<string, AnswerValue>
