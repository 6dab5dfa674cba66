import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { optionType } from '../../../transport/graphql/shared-types.ts'
import { readQuestions } from '../categories/index.ts'
import { questionRef, questionTypeEnum, stepInput, withNullOptions } from './graphql-questions.ts'
import { readLabel, readOptionsForQuestion, readSubmissionOptions } from './questions.ts'
import { saveForm } from './save-form.ts'

builder.queryField('intakeQuestions', (t) =>
  t.field({
    type: [questionRef],
    args: { intakeCategoryId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.intakeQuestions', readQuestions),
  }),
)

const optionsFor = (
  name: 'optionsForIntakeQuestion' | 'submissionOptionsForIntakeQuestion',
  operation: typeof readOptionsForQuestion | typeof readSubmissionOptions,
) =>
  builder.queryField(name, (t) =>
    t.field({
      type: [optionType],
      args: {
        intakeQuestionId: t.arg.id({ required: true }),
        search: t.arg.string(),
        type: t.arg({ type: questionTypeEnum }),
        includeIds: t.arg.idList(),
      },
      resolve: resolveWith(`query.${name}`, operation),
    }),
  )
optionsFor('optionsForIntakeQuestion', readOptionsForQuestion)
optionsFor('submissionOptionsForIntakeQuestion', readSubmissionOptions)
builder.queryField('labelFromId', (t) =>
  t.string({
    args: { id: t.arg.id({ required: true }), type: t.arg({ type: questionTypeEnum, required: true }) },
    resolve: resolveWith('query.labelFromId', readLabel),
  }),
)

interface SavedForm {
  id: string
  complete: boolean
  formVersion: number
}
const savedForm = builder.objectRef<SavedForm>('UpdateIntakeStepsPayload').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    complete: t.exposeBoolean('complete', { description: 'False while batches of the save are missing' }),
    formVersion: t.exposeInt('formVersion'),
  }),
})
const save = resolveWith('mutation.updateIntakeSteps', saveForm)
builder.mutationField('updateIntakeSteps', (t) =>
  t.field({
    type: savedForm,
    args: {
      intakeSteps: t.arg({ type: [stepInput], required: true }),
      intakeCategoryId: t.arg.id({ required: true }),
      transactionId: t.arg.id({ required: true }),
      batch: t.arg.int({ required: true }),
      totalBatches: t.arg.int({ required: true }),
      formVersion: t.arg.int({ description: 'The form version that was read; a newer one answers CONFLICT' }),
    },
    resolve: (root, args, context, info) => save(root, withNullOptions(args), context, info),
  }),
)
