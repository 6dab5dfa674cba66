import { getApprovals } from '../../../schema/approvals/endpoints.ts'
import * as endpoints from '../../../schema/intake/endpoints.ts'
import { AppError } from '../../core/errors.ts'
import { approvalFor } from '../../objects/approval/client.ts'
import { type Door, door, rawDoor } from '../../transport/rest.ts'
import { createCategory, deleteCategory, reorderCategories, updateCategory } from './categories/change.ts'
import { readCategories, readCategoriesForSettings, readSteps } from './categories/read.ts'
import { listAttention } from './submissions/attention.ts'
import { completeTask, decide, remind, restart, watch } from './submissions/decide.ts'
import { deleteDraft } from './submissions/drafts.ts'
import { listSubmissions } from './submissions/list.ts'
import { previewApprovals, readAnswers, readApprovals, readSubmission, readTabs } from './submissions/read.ts'
import { saveSubmission } from './submissions/save.ts'
import { deleteWorkflow, readWorkflow, readWorkflows, saveWorkflow } from './workflows/operations.ts'

export const intakeDoors: Door[] = [
  door(endpoints.listIntakeCategories, readCategories),
  door(endpoints.listIntakeCategoriesForSettings, readCategoriesForSettings),
  door(endpoints.createIntakeCategory, createCategory),
  door(endpoints.updateIntakeCategory, updateCategory),
  door(endpoints.reorderIntakeCategories, reorderCategories),
  door(endpoints.deleteIntakeCategory, deleteCategory),
  door(endpoints.getIntakeSteps, readSteps),
  door(endpoints.listIntakeWorkflows, readWorkflows),
  door(endpoints.getIntakeWorkflow, readWorkflow),
  door(endpoints.saveIntakeWorkflowLevels, saveWorkflow),
  door(endpoints.deleteIntakeWorkflow, deleteWorkflow),
  door(endpoints.listIntakeSubmissions, listSubmissions),
  door(endpoints.needsAttention, listAttention),
  door(endpoints.saveIntakeSubmission, saveSubmission),
  door(endpoints.previewApprovals, previewApprovals),
  door(endpoints.getIntakeSubmission, readSubmission),
  door(endpoints.deleteIntakeSubmission, deleteDraft),
  door(endpoints.getIntakeAnswers, readAnswers),
  door(endpoints.getIntakeTabs, readTabs),
  door(getApprovals, readApprovals),
  door(endpoints.decideIntakeSubmission, decide),
  door(endpoints.completeIntakeTask, completeTask),
  door(endpoints.remindIntakeSubmission, remind),
  door(endpoints.restartIntakeSubmission, restart),
  rawDoor(endpoints.watchIntakeSubmission, watch, ({ id }, c) => {
    if (c.req.header('Upgrade') !== 'websocket') throw new AppError('INVALID', 'This address is a WebSocket.')
    return approvalFor(c.env, 'intake', id).fetch(c.req.raw)
  }),
]
