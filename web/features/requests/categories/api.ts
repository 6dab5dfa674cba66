import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { IntakeCategoryType } from '../../../../schema/requests/categories/category-endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import {
  createIntakeCategory,
  deleteIntakeCategory,
  deleteIntakeWorkflow,
  duplicateIntakeCategory,
  getFormEffects,
  getIntakeCategorySettings,
  getIntakeSteps,
  getIntakeWorkflow,
  type intakeCategoryForSettings,
  listIntakeCategoriesForSettings,
  listIntakeCategoryRules,
  listIntakeWorkflows,
  reorderIntakeCategories,
  reorderIntakeWorkflows,
  saveIntakeCategorySettings,
  saveIntakeWorkflowLevels,
  updateIntakeCategory,
} from '../../../../schema/requests/submissions/endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { splitIntoBatches } from '../forms/form/save-batches.ts'

export type CategoryForSettings = z.output<typeof intakeCategoryForSettings>

export const configurationKeys = {
  all: ['request-configuration'] as const,
  categories: ['request-configuration', 'categories'] as const,
  form: (categoryId: string) => ['request-configuration', 'form', categoryId] as const,
  workflows: (categoryId: string) => ['request-configuration', 'workflows', categoryId] as const,
  settings: (categoryId: string) => ['request-configuration', 'settings', categoryId] as const,
  rules: (categoryId: string) => ['request-configuration', 'rules', categoryId] as const,
  effects: (categoryId: string) => ['request-configuration', 'effects', categoryId] as const,
  history: (categoryId: string) => ['request-configuration', 'history', categoryId] as const,
  workflow: (workflowId: string) => ['request-configuration', 'workflow', workflowId] as const,
}

// ---- Categories

/** The categories of one type, each with their own pages. */
export const useCategoriesForSettings = (type: IntakeCategoryType) =>
  useQuery({
    queryKey: configurationKeys.categories,
    queryFn: ({ signal }) => call(listIntakeCategoriesForSettings, { signal }),
    select: (categories) => categories.filter((category) => category.type === type),
  })

export const readCategories = () => call(listIntakeCategoriesForSettings)

export const createCategory = (body: BodyOf<typeof createIntakeCategory>, commandId: string) =>
  call(createIntakeCategory, { body, commandId })

export const updateCategory = (id: string, body: BodyOf<typeof updateIntakeCategory>, commandId: string) =>
  call(updateIntakeCategory, { params: { intakeCategoryId: id }, body, commandId })

export const deleteCategory = (id: string, commandId: string) =>
  call(deleteIntakeCategory, { params: { intakeCategoryId: id }, commandId })

export const reorderCategories = (ids: string[], commandId: string) =>
  call(reorderIntakeCategories, { body: ids.map((id, ordinal) => ({ id, ordinal })), commandId })

export const duplicateCategory = (id: string, body: BodyOf<typeof duplicateIntakeCategory>, commandId: string) =>
  call(duplicateIntakeCategory, { params: { intakeCategoryId: id }, body, commandId })

// ---- Settings

export const readSettings = (categoryId: string, signal?: AbortSignal) =>
  call(getIntakeCategorySettings, { params: { intakeCategoryId: categoryId }, signal })

export const useSettings = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.settings(categoryId),
    queryFn: ({ signal }) => readSettings(categoryId, signal),
    refetchOnReconnect: false,
  })

export const saveSettings = (id: string, body: BodyOf<typeof saveIntakeCategorySettings>, commandId: string) =>
  call(saveIntakeCategorySettings, { params: { intakeCategoryId: id }, body, commandId })

/** The rules of every workflow in the category. */
export const useRules = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.rules(categoryId),
    queryFn: ({ signal }) => call(listIntakeCategoryRules, { params: { intakeCategoryId: categoryId }, signal }),
  })

/** How many drafts and undecided requests a change of the form would affect. */
export const useFormEffects = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.effects(categoryId),
    queryFn: ({ signal }) => call(getFormEffects, { params: { intakeCategoryId: categoryId }, signal }),
  })

// ---- Forms

export const readForm = async (categoryId: string, signal?: AbortSignal) => {
  const { category, ...form } = await call(getIntakeSteps, { params: { intakeCategoryId: categoryId }, signal })
  return { form, formVersion: category.formVersion }
}

export const useForm = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.form(categoryId),
    queryFn: ({ signal }) => readForm(categoryId, signal),
    refetchOnReconnect: false,
  })

const UPDATE_INTAKE_STEPS = graphql(`
  mutation UpdateIntakeSteps(
    $intakeSteps: [IntakeStepInput!]!
    $intakeCategoryId: ID!
    $transactionId: ID!
    $batch: Int!
    $totalBatches: Int!
    $formVersion: Int
  ) {
    updateIntakeSteps(
      intakeSteps: $intakeSteps
      intakeCategoryId: $intakeCategoryId
      transactionId: $transactionId
      batch: $batch
      totalBatches: $totalBatches
      formVersion: $formVersion
    ) {
      id
      complete
      formVersion
    }
  }
`)

/** Saves the form in numbered batches of one transaction. The last one applies it. */
export const saveForm = async (
  input: { categoryId: string; form: FormDefinition; formVersion: number },
  commandId: string,
): Promise<number> => {
  const batches = splitIntoBatches(input.form.steps)
  let version = input.formVersion
  for (const [index, intakeSteps] of batches.entries()) {
    const { updateIntakeSteps } = await runGraphql(
      UPDATE_INTAKE_STEPS,
      {
        intakeSteps,
        intakeCategoryId: input.categoryId,
        transactionId: commandId,
        batch: index + 1,
        totalBatches: batches.length,
        formVersion: input.formVersion,
      },
      { commandId: `${commandId}-${index + 1}`, quiet: true },
    )
    version = updateIntakeSteps.formVersion
  }
  return version
}

// ---- Workflows

const readWorkflows = (categoryId: string, signal?: AbortSignal) =>
  call(listIntakeWorkflows, { params: { intakeCategoryId: categoryId }, signal })

export const useWorkflows = (categoryId: string) =>
  useQuery({
    queryKey: configurationKeys.workflows(categoryId),
    queryFn: ({ signal }) => readWorkflows(categoryId, signal),
  })

export const readWorkflow = (workflowId: string, signal?: AbortSignal) =>
  call(getIntakeWorkflow, { params: { id: workflowId }, signal })

export const useWorkflow = (workflowId: string) =>
  useQuery({
    queryKey: configurationKeys.workflow(workflowId),
    queryFn: ({ signal }) => readWorkflow(workflowId, signal),
    refetchOnReconnect: false,
  })

/** All workflows of the category in full, for example to find those that use a question. */
export const useReadAllWorkflows = (categoryId: string) => {
  const client = useQueryClient()
  return async () => {
    const rows = await client.fetchQuery({
      queryKey: configurationKeys.workflows(categoryId),
      queryFn: ({ signal }) => readWorkflows(categoryId, signal),
    })
    return Promise.all(rows.map((row) => readWorkflow(row.id)))
  }
}

export const useAllWorkflows = (categoryId: string) =>
  useQuery({
    queryKey: [...configurationKeys.workflows(categoryId), 'whole'],
    queryFn: async ({ signal }) => {
      const rows = await readWorkflows(categoryId, signal)
      return Promise.all(rows.map((row) => readWorkflow(row.id, signal)))
    },
  })

const CREATE_INTAKE_WORKFLOW = graphql(`
  mutation CreateIntakeWorkflow($intakeCategoryId: ID!, $label: String!) {
    createIntakeWorkflow(intakeCategoryId: $intakeCategoryId, label: $label) {
      id
    }
  }
`)

const UPDATE_INTAKE_WORKFLOW = graphql(`
  mutation UpdateIntakeWorkflow($id: ID!, $label: String!) {
    updateIntakeWorkflow(id: $id, label: $label) {
      id
    }
  }
`)

export const createWorkflow = async (intakeCategoryId: string, label: string, commandId: string): Promise<string> => {
  const answer = await runGraphql(CREATE_INTAKE_WORKFLOW, { intakeCategoryId, label }, { commandId })
  return answer.createIntakeWorkflow.id
}

export const renameWorkflow = async (id: string, label: string, commandId: string): Promise<string> => {
  const answer = await runGraphql(UPDATE_INTAKE_WORKFLOW, { id, label }, { commandId })
  return answer.updateIntakeWorkflow.id
}

export const deleteWorkflow = (categoryId: string, workflowId: string, commandId: string) =>
  call(deleteIntakeWorkflow, { params: { intakeCategoryId: categoryId, intakeWorkflowId: workflowId }, commandId })

export const reorderWorkflows = (categoryId: string, ids: string[], commandId: string) =>
  call(reorderIntakeWorkflows, { params: { intakeCategoryId: categoryId }, body: ids, commandId })

export const saveWorkflow = (
  { id, definition, version }: { id: string; definition: WorkflowDefinition; version: number },
  commandId: string,
) => call(saveIntakeWorkflowLevels, { params: { id }, body: { ...definition, version }, commandId })
