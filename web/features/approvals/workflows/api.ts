import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import {
  deleteIntakeWorkflow,
  getIntakeWorkflow,
  listIntakeWorkflows,
  reorderIntakeWorkflows,
  saveIntakeWorkflowLevels,
} from '../../../../schema/requests/endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'

export const workflowKeys = {
  ofCategory: (categoryId: string) => ['request-configuration', 'workflows', categoryId] as const,
  one: (workflowId: string) => ['request-configuration', 'workflow', workflowId] as const,
  /** What has workflows, and shows how many. */
  holders: ['request-configuration', 'categories'] as const,
}

const readWorkflows = (categoryId: string, signal?: AbortSignal) =>
  call(listIntakeWorkflows, { params: { intakeCategoryId: categoryId }, signal })

export const useWorkflows = (categoryId: string) =>
  useQuery({
    queryKey: workflowKeys.ofCategory(categoryId),
    queryFn: ({ signal }) => readWorkflows(categoryId, signal),
  })

export const readWorkflow = (workflowId: string, signal?: AbortSignal) =>
  call(getIntakeWorkflow, { params: { id: workflowId }, signal })

export const useWorkflow = (workflowId: string) =>
  useQuery({
    queryKey: workflowKeys.one(workflowId),
    queryFn: ({ signal }) => readWorkflow(workflowId, signal),
    refetchOnReconnect: false,
  })

/** All workflows of the category in full, for example to find those that use a question. */
export const useReadAllWorkflows = (categoryId: string) => {
  const client = useQueryClient()
  return async () => {
    const rows = await client.fetchQuery({
      queryKey: workflowKeys.ofCategory(categoryId),
      queryFn: ({ signal }) => readWorkflows(categoryId, signal),
    })
    return Promise.all(rows.map((row) => readWorkflow(row.id)))
  }
}

export const useAllWorkflows = (categoryId: string) =>
  useQuery({
    queryKey: [...workflowKeys.ofCategory(categoryId), 'whole'],
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
