import * as blockEndpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { getApprovals } from '../../../../schema/approvals/engine/endpoints.ts'
import * as endpoints from '../../../../schema/requests/submissions/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { AppError } from '../../../core/errors.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { withViewer } from '../../../objects/approval/viewers.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { readBlockHistory } from '../../approvals/blocks/history.ts'
import {
  completeAdditionalStep,
  replaceBlockApprovers,
  retryBlock,
  setBlockAssignee,
  setBlockStatus,
} from '../../approvals/blocks/route.ts'
import { deleteWorkflow, readWorkflow, readWorkflows, saveWorkflow } from '../../approvals/workflows/operations.ts'
import { reorderWorkflows } from '../../approvals/workflows/order.ts'
import { backtestWorkflow, simulateWorkflow } from '../../approvals/workflows/trials.ts'
import { listWorkflowVersions, readWorkflowVersion } from '../../approvals/workflows/versions.ts'
import { createCategory, deleteCategory, reorderCategories, updateCategory } from '../categories/change.ts'
import { duplicateCategory } from '../categories/duplicate.ts'
import { exportSteps } from '../categories/export-steps.ts'
import { readCategories, readCategoriesForSettings, readQuestionsOfCategory, readSteps } from '../categories/read.ts'
import { readSettings, saveSettings } from '../categories/settings.ts'
import { readBareSteps, readCustomSelectOptions } from '../forms/questions.ts'
import { readFormEffects, readRules } from '../forms/rules.ts'
import { readCategoryColumns } from '../lists/columns.ts'
import { downloadSubmissions } from '../lists/download.ts'
import { readFilterOptions } from '../lists/filter-options.ts'
import { listSubmissions } from '../lists/list.ts'
import { deleteFilter, readSavedFilters, saveFilter } from '../lists/saved-filters.ts'
import { listAttention } from './attention.ts'
import { completeTask, decide, remind, restart, undoDecision, watch } from './decide.ts'
import { deleteSubmission } from './drafts.ts'
import { duplicate } from './duplicate.ts'
import { readCategoryIroncladWorkflows, readIroncladValues, saveCategoryIroncladWorkflows } from './ironclad.ts'
import { previewApprovals, readChanges } from './preview-approvals.ts'
import { readAnswers, readApprovals, readSubmission, readTabs } from './read.ts'
import {
  addBlockDocuments,
  addDocuments,
  listBlockDocuments,
  listDocuments,
  removeDocument,
} from './request-documents.ts'
import { addServices, listLinkedServices, listServicesFromAnswers, removeService } from './request-services.ts'
import { addVendors, removeVendor } from './request-vendors.ts'
import { addTask, bypass, setArchived, setAssignee, setWatchers } from './route.ts'
import { saveSubmission } from './save.ts'
import { archiveSeveral, remindSeveral } from './several.ts'
import { readAdditionalSteps, readAssignee, readMyApproverGroups, readViewers } from './viewers.ts'

export const intakeDoors: Door[] = [
  door(endpoints.listIntakeCategories, readCategories),
  door(endpoints.listIntakeCategoriesForSettings, readCategoriesForSettings),
  door(endpoints.createIntakeCategory, createCategory),
  door(endpoints.updateIntakeCategory, updateCategory),
  door(endpoints.reorderIntakeCategories, reorderCategories),
  door(endpoints.deleteIntakeCategory, deleteCategory),
  door(endpoints.getIntakeSteps, readSteps),
  door(endpoints.getIntakeCategorySettings, readSettings),
  door(endpoints.saveIntakeCategorySettings, saveSettings),
  door(endpoints.getCategoryIroncladWorkflows, readCategoryIroncladWorkflows),
  door(endpoints.saveCategoryIroncladWorkflows, saveCategoryIroncladWorkflows),
  door(endpoints.getIroncladValues, readIroncladValues),
  door(endpoints.duplicateIntakeCategory, duplicateCategory),
  door(endpoints.listIntakeCategoryRules, readRules),
  door(endpoints.getFormEffects, readFormEffects),
  door(endpoints.getBareIntakeSteps, readBareSteps),
  rawDoor(endpoints.exportIntakeSteps, exportSteps, csvResponse),
  door(endpoints.listQuestionsOfCategory, readQuestionsOfCategory),
  door(endpoints.listCustomSelectOptions, readCustomSelectOptions),
  door(endpoints.listIntakeWorkflows, readWorkflows),
  door(endpoints.getIntakeWorkflow, readWorkflow),
  door(endpoints.saveIntakeWorkflowLevels, saveWorkflow),
  door(endpoints.deleteIntakeWorkflow, deleteWorkflow),
  door(endpoints.reorderIntakeWorkflows, reorderWorkflows),
  door(endpoints.simulateIntakeWorkflow, simulateWorkflow),
  door(endpoints.backtestIntakeWorkflow, backtestWorkflow),
  door(endpoints.listIntakeWorkflowVersions, listWorkflowVersions),
  door(endpoints.getIntakeWorkflowVersion, readWorkflowVersion),
  door(endpoints.listIntakeSubmissions, listSubmissions),
  door(endpoints.needsAttention, listAttention),
  rawDoor(endpoints.downloadIntakeSubmissions, downloadSubmissions, csvResponse),
  door(endpoints.listCategoryColumns, readCategoryColumns),
  door(endpoints.listFilterOptions, readFilterOptions),
  door(endpoints.listFilterQueries, readSavedFilters),
  door(endpoints.saveFilterQuery, saveFilter),
  door(endpoints.deleteFilterQuery, deleteFilter),
  door(endpoints.archiveSeveral, archiveSeveral),
  door(endpoints.remindSeveral, remindSeveral),
  door(endpoints.saveIntakeSubmission, saveSubmission),
  door(endpoints.duplicateIntakeSubmission, duplicate),
  door(endpoints.previewApprovals, previewApprovals),
  door(endpoints.getIntakeSubmission, readSubmission),
  door(endpoints.deleteIntakeSubmission, deleteSubmission),
  door(endpoints.getIntakeAnswers, readAnswers),
  door(endpoints.getIntakeTabs, readTabs),
  door(getApprovals, readApprovals),
  door(endpoints.getIntakeChanges, readChanges),
  door(endpoints.decideIntakeSubmission, decide),
  door(endpoints.undoIntakeDecision, undoDecision),
  door(endpoints.completeIntakeTask, completeTask),
  door(endpoints.remindIntakeSubmission, remind),
  door(endpoints.restartIntakeSubmission, restart),
  door(endpoints.bypassIntakeSubmission, bypass),
  door(endpoints.setIntakeArchived, setArchived),
  door(endpoints.getIntakeAssignee, readAssignee),
  door(endpoints.setIntakeAssignee, setAssignee),
  door(endpoints.getIntakeViewers, readViewers),
  door(endpoints.setIntakeWatchers, setWatchers),
  door(endpoints.getMyApproverGroups, readMyApproverGroups),
  door(endpoints.getAdditionalSteps, readAdditionalSteps),
  door(endpoints.addIntakeTask, addTask),
  door(endpoints.listIntakeDocuments, listDocuments),
  door(endpoints.addIntakeDocuments, addDocuments),
  door(endpoints.listLinkedServices, listLinkedServices),
  door(endpoints.listServicesFromAnswers, listServicesFromAnswers),
  door(endpoints.addIntakeServices, addServices),
  door(endpoints.removeIntakeService, removeService),
  door(endpoints.removeIntakeDocument, removeDocument),
  door(endpoints.addIntakeVendors, addVendors),
  door(endpoints.removeIntakeVendor, removeVendor),
  door(blockEndpoints.setBlockStatus, setBlockStatus),
  door(blockEndpoints.setBlockAssignee, setBlockAssignee),
  door(blockEndpoints.replaceBlockApprovers, replaceBlockApprovers),
  door(blockEndpoints.retryBlock, retryBlock),
  door(blockEndpoints.completeAdditionalStep, completeAdditionalStep),
  door(blockEndpoints.getBlockHistory, readBlockHistory),
  door(blockEndpoints.listBlockDocuments, listBlockDocuments),
  door(blockEndpoints.addBlockDocuments, addBlockDocuments),
  rawDoor(endpoints.watchIntakeSubmission, watch, ({ id }, c) => {
    if (c.req.header('Upgrade') !== 'websocket') throw new AppError('INVALID', 'This address is a WebSocket.')
    const { actor } = c.get('context')
    if (!actor) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
    const { companyId, userId, sessionHash } = actor
    return approvalFor(c.env, 'intake', id).fetch(withViewer(c.req.raw, { companyId, userId, sessionHash }))
  }),
]
