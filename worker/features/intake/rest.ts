import * as blockEndpoints from '../../../schema/approvals/block-endpoints.ts'
import { getApprovals } from '../../../schema/approvals/endpoints.ts'
import * as endpoints from '../../../schema/intake/endpoints.ts'
import { csvResponse } from '../../core/csv.ts'
import { AppError } from '../../core/errors.ts'
import { approvalFor } from '../../objects/approval/client.ts'
import { withViewer } from '../../objects/approval/viewers.ts'
import { type Door, door, rawDoor } from '../../transport/rest.ts'
import { readBlockHistory } from './blocks/history.ts'
import {
  completeAdditionalStep,
  replaceBlockApprovers,
  retryBlock,
  setBlockAssignee,
  setBlockStatus,
} from './blocks/route.ts'
import { createCategory, deleteCategory, reorderCategories, updateCategory } from './categories/change.ts'
import { duplicateCategory } from './categories/duplicate.ts'
import { exportSteps } from './categories/export-steps.ts'
import { readBareSteps, readCustomSelectOptions } from './categories/questions.ts'
import { readCategories, readCategoriesForSettings, readQuestionsOfCategory, readSteps } from './categories/read.ts'
import { readFormEffects, readRules } from './categories/rules.ts'
import { readSettings, saveSettings } from './categories/settings.ts'
import { readCategoryIroncladWorkflows, readIroncladValues, saveCategoryIroncladWorkflows } from './ironclad.ts'
import {
  addBlockDocuments,
  addDocuments,
  listBlockDocuments,
  listDocuments,
  removeDocument,
} from './request-documents.ts'
import { addServices, listLinkedServices, listServicesFromAnswers, removeService } from './request-services.ts'
import { addVendors, removeVendor } from './request-vendors.ts'
import { listAttention } from './submissions/attention.ts'
import { readCategoryColumns } from './submissions/columns.ts'
import { completeTask, decide, remind, restart, undoDecision, watch } from './submissions/decide.ts'
import { downloadSubmissions } from './submissions/download.ts'
import { deleteSubmission } from './submissions/drafts.ts'
import { duplicate } from './submissions/duplicate.ts'
import { readFilterOptions } from './submissions/filter-options.ts'
import { listSubmissions } from './submissions/list.ts'
import { previewApprovals, readChanges } from './submissions/preview-approvals.ts'
import { readAnswers, readApprovals, readSubmission, readTabs } from './submissions/read.ts'
import { addTask, bypass, setArchived, setAssignee, setWatchers } from './submissions/route.ts'
import { saveSubmission } from './submissions/save.ts'
import { deleteFilter, readSavedFilters, saveFilter } from './submissions/saved-filters.ts'
import { archiveSeveral, remindSeveral } from './submissions/several.ts'
import { readAdditionalSteps, readAssignee, readMyApproverGroups, readViewers } from './submissions/viewers.ts'
import { deleteWorkflow, readWorkflow, readWorkflows, saveWorkflow } from './workflows/operations.ts'
import { reorderWorkflows } from './workflows/order.ts'
import { backtestWorkflow, simulateWorkflow } from './workflows/trials.ts'
import { listWorkflowVersions, readWorkflowVersion } from './workflows/versions.ts'

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
