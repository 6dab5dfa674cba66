import { z } from 'zod'
import { outdatedVisibility } from '../../../../schema/requests/forms/condition-sources.ts'
import { type FormStep, formDefinition, formStep } from '../../../../schema/requests/forms/form.ts'
import { checkForm, checkPublicForm } from '../../../../schema/requests/forms/form-rules.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, staleVersion } from '../../../core/errors.ts'
import { command, type StaffContext } from '../../../core/operation.ts'
import { refuseWhileRead } from '../../../core/references.ts'
import { type Save, saveInBatches } from '../../../core/save-batches.ts'
import { formVersionStatements, requireConfigurableCategory } from '../categories/index.ts'
import { followForm } from './follow-views.ts'
import { withKnownOptions } from './known-options.ts'

/** Steps in a batch are matched by id, because a long step can be split over several batches. */
const mergeSteps = (batches: FormStep[][]): FormStep[] => {
  const merged = new Map<string, FormStep>()
  for (const step of batches.flat()) {
    const known = merged.get(step.id)
    merged.set(step.id, known ? { ...step, questions: [...known.questions, ...step.questions] } : step)
  }
  return [...merged.values()].sort((a, b) => a.ordinal - b.ordinal)
}

/**
 * Saves the whole form as a new version (specification 2 §7 updateIntakeSteps). Requests keep the version they were
 * filed with. Throws INVALID with messages by question id, or CONFLICT if `formVersion` isn't the newest.
 */
export const saveForm = command({
  id: 'intake.update-steps',
  access: 'categories.configure',
  input: z.object({
    intakeCategoryId: id,
    transactionId: id,
    batch: z.number().int().min(1).max(100),
    totalBatches: z.number().int().min(1).max(100),
    intakeSteps: z.array(formStep).max(50),
    /** The form version that was read. */
    formVersion: z.number().int().nullish(),
  }),
  run: async (context, input) => {
    const { intakeCategoryId, transactionId, batch, totalBatches, intakeSteps } = input
    const { category, form } = await requireConfigurableCategory(context, intakeCategoryId)
    if (category.isReadOnly) throw new AppError('RULE_BROKEN', 'This category cannot be changed.')
    return saveInBatches(
      context,
      {
        object: `form:${intakeCategoryId}`,
        transactionId,
        batch,
        totalBatches,
        words: {},
        payload: intakeSteps,
      },
      {
        check: () => {
          if (typeof input.formVersion === 'number' && input.formVersion !== category.formVersion)
            throw staleVersion('The form')
        },
        waiting: { id: intakeCategoryId, complete: false, formVersion: category.formVersion },
        carryOut: ({ payloads, save }) => carryOut(context, { category, form }, payloads as FormStep[][], save),
      },
    )
  },
})

const carryOut = async (
  context: StaffContext,
  { category, form }: Awaited<ReturnType<typeof requireConfigurableCategory>>,
  batches: FormStep[][],
  save: Save,
) => {
  const parsed = formDefinition.safeParse({ steps: mergeSteps(batches) })
  if (!parsed.success) throw invalidField('intakeSteps', 'The form is too large: at most 50 steps of 300 questions')
  if (parsed.data.steps.every((step) => step.questions.length === 0)) {
    throw invalidField('intakeSteps', 'Add at least one question')
  }
  const { form: definition, problems: foreign } = await withKnownOptions(context, parsed.data)
  const check = category.type === 'PUBLIC' ? checkPublicForm : checkForm
  const problems = [...check(definition), ...foreign, ...outdatedVisibility(form, definition)]
  if (problems.length) {
    throw new AppError('INVALID', problems[0]?.message ?? 'Some questions need attention.', {
      fields: Object.fromEntries(problems.map((problem) => [problem.id, problem.message])),
    })
  }
  const { db, actor } = context
  await refuseWhileRead(context, { categoryId: category.id, before: form, after: definition })
  const formVersion = category.formVersion + 1
  const result = { id: category.id, complete: true, formVersion }
  return commit(context, {
    subject: 'The form',
    statements: [
      db.sql(
        `UPDATE intake_categories SET form_version = ?, version = version + 1
          WHERE id = ? AND company_id = ? AND form_version = ? AND deleted_at IS NULL`,
        formVersion,
        category.id,
        actor.companyId,
        category.formVersion,
      ),
      guardOneRow(db),
      ...formVersionStatements(context, {
        categoryId: category.id,
        version: formVersion,
        form: definition,
      }),
      ...(await followForm(context, category.id, { before: form, after: definition })),
      ...save.done(result),
    ],
    audit: [
      {
        changeKey: `intake-form:${category.id}:v${formVersion}`,
        action: 'intake-form.saved',
        targetType: 'INTAKE_CATEGORY',
        targetId: category.id,
        message: `Saved version ${formVersion} of the form`,
        changeData: { before: outline(form.steps), after: outline(definition.steps) },
      },
    ],
    result,
  })
}

/** The questions by step, which people compare in the history. The versions themselves are kept in full. */
const outline = (steps: FormStep[]) =>
  steps.map((step) => ({ step: step.label, questions: step.questions.map((q) => `${q.label} (${q.type})`) }))
