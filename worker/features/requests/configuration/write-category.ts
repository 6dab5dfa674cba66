import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { brokenByForm } from '../../../../schema/requests/workflows/definition-questions.ts'
import { canonicalJson } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { callOf } from '../../platform/configuration/index.ts'
import { saveSettings, updateCategory } from '../categories/index.ts'
import { saveForm } from '../forms/index.ts'
import {
  createWorkflow,
  deleteWorkflow,
  renameWorkflow,
  reorderWorkflows,
  restoreWorkflow,
  saveWorkflow,
} from '../workflows/index.ts'
import { type RawCategory, readCategories } from './stored.ts'
import type { RawWorkflow } from './workflow-file.ts'

/**
 * Makes a category like `target` by the commands that its settings pages use, so that what those refuse is refused here.
 * Requests in progress keep their form and their workflow. Running it again continues where it broke off.
 */

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

const merged = (after: Question, before: Question): Question => {
  const left = before.options.filter(({ id }) => !after.options.some((option) => option.id === id))
  return after.type === 'CUSTOM_SELECT' && left.length > 0
    ? { ...after, options: [...after.options, ...left].map((option, ordinal) => ({ ...option, ordinal })) }
    : after
}

/**
 * A form with the questions and options of both, for the moment between: workflows still name those that go, and will
 * name those that come.
 */
const withBoth = (before: FormDefinition, after: FormDefinition): FormDefinition => {
  const known = new Map(before.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  const staying = new Set(after.steps.flatMap((step) => step.questions.map(({ id }) => id)))
  const going = (stepId: string): Question[] =>
    (before.steps.find(({ id }) => id === stepId)?.questions ?? []).filter(({ id }) => !staying.has(id))
  const ordered = <T extends { ordinal: number }>(list: T[]): T[] => list.map((each, ordinal) => ({ ...each, ordinal }))
  const steps = [
    ...after.steps.map((step) => ({
      ...step,
      questions: ordered([
        ...step.questions.map((question) => {
          const was = known.get(question.id)
          return was ? merged(question, was) : question
        }),
        ...going(step.id),
      ]),
    })),
    ...before.steps
      .filter(({ id }) => !after.steps.some((step) => step.id === id))
      .map((step) => ({ ...step, questions: ordered(going(step.id)) })),
  ]
  return { steps: ordered(steps) }
}

const save = async (context: StaffContext, intakeCategoryId: string, { steps }: FormDefinition): Promise<void> =>
  void (await callOf(saveForm, context, {
    intakeCategoryId,
    transactionId: context.newId(),
    batch: 1,
    totalBatches: 1,
    intakeSteps: steps,
  }))

const hasQuestions = ({ steps }: FormDefinition): boolean => steps.some(({ questions }) => questions.length > 0)

const writeWorkflows = async (
  context: StaffContext,
  intakeCategoryId: string,
  target: readonly RawWorkflow[],
  before: readonly RawWorkflow[],
): Promise<void> => {
  const order: string[] = []
  for (const { id, label, definition } of target) {
    const was = before.find((workflow) => workflow.id === id) ?? (await deletedWorkflow(context, intakeCategoryId, id))
    const workflowId = was?.id ?? (await callOf(createWorkflow, context, { intakeCategoryId, label })).id
    order.push(workflowId)
    if (was && was.label !== label) await callOf(renameWorkflow, context, { id: workflowId, label })
    const empty = { levels: [] as unknown[] }
    if (was ? !same(was.definition, definition) : !same(empty.levels, definition.levels) || hasConditions(definition))
      await callOf(saveWorkflow, context, { id: workflowId, ...definition })
  }
  for (const { id } of before)
    if (!order.includes(id)) await callOf(deleteWorkflow, context, { intakeCategoryId, intakeWorkflowId: id })
  const [now] = await readCategories(context, intakeCategoryId)
  const isSameOrder =
    now !== undefined &&
    same(
      now.raw.workflows.map(({ id }) => id),
      order,
    )
  if (order.length > 0 && !isSameOrder) await callOf(reorderWorkflows, context, { intakeCategoryId, body: order })
}

const hasConditions = ({ entryPoints }: WorkflowDefinition): boolean =>
  entryPoints.conditionAnyOfs.length + entryPoints.conditionNumerics.length + entryPoints.conditionBooleans.length > 0

/** A workflow that an import deleted, brought back when that is undone. */
const deletedWorkflow = async (
  context: StaffContext,
  categoryId: string,
  id: string,
): Promise<RawWorkflow | undefined> => {
  const { db, actor } = context
  const row = await db.first<{ label: string; definition: string }>(
    db.sql(
      `SELECT label, definition FROM intake_workflows
        WHERE id = ? AND company_id = ? AND intake_category_id = ? AND deleted_at IS NOT NULL`,
      id,
      actor.companyId,
      categoryId,
    ),
  )
  if (!row) return undefined
  await restoreWorkflow(context, { id, label: row.label })
  return { id, label: row.label, definition: JSON.parse(row.definition) as WorkflowDefinition }
}

export const writeCategory = async (context: StaffContext, id: string, target: RawCategory): Promise<void> => {
  const [stored] = await readCategories(context, id)
  if (!stored) throw new Error(`The category ${id} isn’t there`)
  const { raw: before } = stored
  const { name, description, enableAssignees } = target
  if (!same([before.name, before.description, before.enableAssignees], [name, description, enableAssignees]))
    await callOf(updateCategory, context, { intakeCategoryId: id, name, description, enableAssignees })
  const isNewForm = !same(before.form, target.form) && hasQuestions(target.form)
  const breaks = before.workflows.some(
    ({ label, definition }) => brokenByForm(definition, label, before.form, target.form).length > 0,
  )
  if (isNewForm) await save(context, id, breaks ? withBoth(before.form, target.form) : target.form)
  await writeWorkflows(context, id, target.workflows, before.workflows)
  if (isNewForm && breaks) await save(context, id, target.form)
  const settings = ({ approvalMode, requirePersonCheck, columns }: RawCategory) => ({
    approvalMode,
    requirePersonCheck,
    dashboardCustomColumns: columns,
  })
  const [now] = await readCategories(context, id)
  if (now && !same(settings(now.raw), settings(target)))
    await callOf(saveSettings, context, { intakeCategoryId: id, ...settings(target) })
}
