import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { explainApprovals } from './explain.ts'
import { deleteWorkflow, readWorkflow, readWorkflows, saveWorkflow } from './operations.ts'
import { reorderWorkflows } from './order.ts'
import { backtestWorkflow, simulateWorkflow } from './trials.ts'
import { listWorkflowVersions, readWorkflowVersion } from './versions.ts'

export const workflowDoors: Door[] = [
  door(endpoints.listIntakeWorkflows, readWorkflows),
  door(endpoints.explainIntakeApprovals, explainApprovals),
  door(endpoints.getIntakeWorkflow, readWorkflow),
  door(endpoints.saveIntakeWorkflowLevels, saveWorkflow),
  door(endpoints.deleteIntakeWorkflow, deleteWorkflow),
  door(endpoints.reorderIntakeWorkflows, reorderWorkflows),
  door(endpoints.simulateIntakeWorkflow, simulateWorkflow),
  door(endpoints.backtestIntakeWorkflow, backtestWorkflow),
  door(endpoints.listIntakeWorkflowVersions, listWorkflowVersions),
  door(endpoints.getIntakeWorkflowVersion, readWorkflowVersion),
]
