import { z } from 'zod'
import { APPROVAL_MODES } from '../../../../schema/platform/company/approval-modes.ts'
import type { DashboardColumn } from '../../../../schema/requests/endpoints.ts'
import { checkForm, checkPublicForm } from '../../../../schema/requests/forms/form-rules.ts'
import { withFacts } from '../../../../schema/requests/workflows/asked-facts.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { callOf, registerSection, wordsOf } from '../../platform/configuration/index.ts'
import {
  createCategory,
  deleteCategory,
  mayConfigure,
  reorderCategories,
  restoreCategory,
} from '../categories/index.ts'
import { finder, formFile, formFromFile, formToFile, namesOfForm } from '../forms/index.ts'
import { CATEGORY_TYPES, type RawCategory, readCategories } from './stored.ts'
import { stepKeys, workflowFile, workflowsFromFile, workflowToFile } from './workflow-file.ts'
import { writeCategory } from './write-category.ts'

/** Categories in a file of configuration, each with its form, its workflows and its settings. */

const types = wordsOf(CATEGORY_TYPES)
const modes = wordsOf(APPROVAL_MODES)

const categoryFile = z.strictObject({
  category: requiredText(120),
  was: z.string().max(120).optional(),
  type: types.shape,
  description: z.string().trim().max(2000).optional(),
  assignees: z.boolean().optional(),
  approvals: modes.shape.optional(),
  checkSenders: z.boolean().optional(),
  columns: z
    .array(
      z
        .strictObject({
          column: requiredText(60),
          question: z.string().max(800).optional(),
          step: z.string().max(400).optional(),
        })
        .refine(({ question, step }) => (question === undefined) !== (step === undefined), {
          error: 'A column has a “question” or a “step”',
          path: ['column'],
        }),
    )
    .max(20)
    .default([]),
  form: formFile.default([]),
  workflows: z.array(workflowFile).max(200).default([]),
})

registerSection<RawCategory, z.output<typeof categoryFile>>({
  key: 'categories',
  title: 'Categories, forms and workflows',
  noun: 'category',
  order: 30,
  shape: categoryFile,
  nameOf: ({ category, was }) => ({ name: category, was }),
  isAvailable: ({ policy }) => can(policy, 'categories.create') && can(policy, 'settings.manage'),
  unavailable: 'Requests aren’t turned on here',
  read: (context) => readCategories(context),
  toFile: (raw, reading) => {
    const form = namesOfForm(raw.form)
    const asked = namesOfForm(withFacts(raw.form))
    const steps = stepKeys(raw.workflows)
    return {
      category: raw.name,
      type: types.toWord(raw.type),
      description: raw.description || undefined,
      assignees: raw.enableAssignees || undefined,
      approvals: raw.approvalMode ? modes.toWord(raw.approvalMode) : undefined,
      checkSenders: raw.requirePersonCheck || undefined,
      columns:
        raw.columns.length > 0
          ? raw.columns.map(({ columnName, questionId, ruleId }) => ({
              column: columnName,
              question: questionId ? form.keyOf(questionId) : undefined,
              step: ruleId ? steps.get(ruleId) : undefined,
            }))
          : undefined,
      form: raw.form.steps.length > 0 ? formToFile(raw.form, reading) : undefined,
      workflows:
        raw.workflows.length > 0
          ? raw.workflows.map((workflow) => workflowToFile(workflow, asked, reading))
          : undefined,
    }
  },
  fromFile: (item, writing, current) => {
    const type = types.fromWord(item.type)
    if (current && current.type !== type)
      writing.problem(
        ['type'],
        `The type of a category can’t be changed. ${item.category} is “${types.toWord(current.type)}”`,
      )
    const form = formFromFile(item.form, writing, current?.form ?? { steps: [] }, ['form'])
    if (current && current.form.steps.length > 0 && item.form.length === 0)
      writing.problem(['category'], `${item.category} has a form here. The file must have one, too`)
    const names = namesOfForm(form)
    const workflows = workflowsFromFile(
      item.workflows,
      namesOfForm(withFacts(form)),
      writing,
      current?.workflows ?? [],
      ['workflows'],
    )
    const step = finder([...stepKeys(workflows)].map(([id, key]) => [key, id] as const))
    const columns = item.columns.flatMap((column, i): DashboardColumn[] => {
      const questionId = column.question === undefined ? null : (names.find(column.question)?.id ?? null)
      const ruleId = column.step === undefined ? null : (step(column.step) ?? null)
      if (questionId === null && ruleId === null) {
        writing.problem(['columns', i, 'column'], `There’s no such question or step: ${column.question ?? column.step}`)
        return []
      }
      return [{ columnName: column.column, questionId, ruleId }]
    })
    return {
      name: item.category,
      type: current?.type ?? type,
      description: item.description ?? '',
      enableAssignees: item.assignees ?? false,
      approvalMode: item.approvals ? modes.fromWord(item.approvals) : null,
      requirePersonCheck: item.checkSenders ?? false,
      columns,
      form,
      workflows,
    }
  },
  check: ({ type, form, workflows }) => [
    ...(form.steps.length > 0 ? (type === 'PUBLIC' ? checkPublicForm : checkForm)(form) : []),
    ...workflows.flatMap(({ id, definition }) =>
      checkWorkflow(definition, form).map((problem) => (problem.id === 'entry' ? { ...problem, id } : problem)),
    ),
  ],
  brings: ({ category }) => [{ kind: 'category', name: category }],
  blocked: (actor, { type }) =>
    mayConfigure(actor, { id: '', type }) ? null : 'categories of this type aren’t turned on here',
  create: async (context, { name, description, type, enableAssignees }) =>
    void (await callOf(createCategory, context, { name, description, type, enableAssignees })),
  write: writeCategory,
  remove: async (context, { id }) => void (await callOf(deleteCategory, context, { intakeCategoryId: id })),
  restore: restoreCategory,
  heldBy: async (context, id, before) => {
    if (before) {
      const [now] = await readCategories(context, id)
      return before.form.steps.length === 0 && now && now.raw.form.steps.length > 0
        ? 'its form can’t be empty again'
        : null
    }
    const { db, actor } = context
    const row = await db.first<{ count: number }>(
      db.sql(
        'SELECT filed + drafts AS count FROM category_request_counts WHERE company_id = ? AND intake_category_id = ?',
        actor.companyId,
        id,
      ),
    )
    const count = row?.count ?? 0
    return count > 0 ? `it has ${count === 1 ? '1 request' : `${count.toLocaleString('en-US')} requests`}` : null
  },
  reorder: async (context, ids) =>
    void (await callOf(reorderCategories, context, { body: ids.map((id, ordinal) => ({ id, ordinal })) })),
})
