import './subject.ts'
import './reader.ts'
import './subject-facts.ts'
import './rerouting.ts'
import * as blockEndpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { getApprovals } from '../../../../schema/approvals/engine/endpoints.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import * as threads from '../../../../schema/requests/submissions/thread-endpoints.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { watchSubject } from '../../platform/session/index.ts'
import { completeAdditionalStep } from './additional-step.ts'
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
import { createBlockThread, createIntakeThread, readBlockThreads, readIntakeThreads } from './threads.ts'
import { readAdditionalSteps, readAssignee, readMyApproverGroups, readViewers } from './viewers.ts'

export const submissionDoors: Door[] = [
  door(endpoints.getCategoryIroncladWorkflows, readCategoryIroncladWorkflows),
  door(endpoints.saveCategoryIroncladWorkflows, saveCategoryIroncladWorkflows),
  door(endpoints.getIroncladValues, readIroncladValues),
  door(endpoints.needsAttention, listAttention),
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
  door(blockEndpoints.listBlockDocuments, listBlockDocuments),
  door(blockEndpoints.addBlockDocuments, addBlockDocuments),
  door(endpoints.completeAdditionalStep, completeAdditionalStep),
  door(threads.listIntakeThreads, readIntakeThreads),
  door(threads.createIntakeThread, createIntakeThread),
  door(threads.listBlockThreads, readBlockThreads),
  door(threads.createBlockThread, createBlockThread),
  rawDoor(endpoints.watchIntakeSubmission, watch, ({ id }, c) => watchSubject(c, 'intake', id)),
]
