import './subject.ts'
import './reader.ts'
import './subject-facts.ts'
import './rerouting.ts'
import './past-subjects.ts'
import './vendor-use.ts'
import * as acting from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/endpoints.ts'
import { archiveSpendRequests, remindSpendRequests, spendList } from '../../../../schema/spend/spend-requests/list.ts'
import * as submission from '../../../../schema/spend/spend-requests/submission-endpoints.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { watchSubject } from '../../platform/session/index.ts'
import * as act from './act.ts'
import { listAttention } from './attention.ts'
import { createSpendThread } from './discussion.ts'
import { createForSubmission, readForSubmission } from './for-submission.ts'
import { addDocuments, changeOnService, changeServices, removeDocuments } from './links.ts'
import { spendOperations } from './list.ts'
import { previewSpendRequest } from './preview.ts'
import { readApprovals, readChanges, readSpendRequest } from './read.ts'
import { createSpendRequest, updateSpendRequest } from './save.ts'
import { archiveSeveral, remindSeveral } from './several.ts'
import { setVendorSigner } from './signer.ts'
import { spendSubject } from './subject.ts'

export const spendDoors: Door[] = [
  door(acting.spendNeedsAttention, listAttention),
  ...viewDoors(spendList, spendOperations),
  door(archiveSpendRequests, archiveSeveral),
  door(remindSpendRequests, remindSeveral),
  door(endpoints.previewSpendRequest, previewSpendRequest),
  door(endpoints.createSpendRequest, createSpendRequest),
  door(submission.getSpendRequestOfSubmission, readForSubmission),
  door(submission.createSpendRequestOfSubmission, createForSubmission),
  door(endpoints.getSpendRequest, readSpendRequest),
  door(endpoints.updateSpendRequest, updateSpendRequest),
  door(acting.deleteSpendRequest, act.deleteSpendRequest),
  door(endpoints.getSpendApprovals, readApprovals),
  door(endpoints.getSpendChanges, readChanges),
  door(acting.decideSpendRequest, act.decide),
  door(acting.cutSpendRequest, act.cutLines),
  door(acting.undoSpendDecision, act.undoDecision),
  door(acting.remindSpendRequest, act.remind),
  door(acting.bypassSpendRequest, act.bypass),
  door(acting.restartSpendRequest, act.restart),
  door(acting.setSpendArchived, act.setArchived),
  door(acting.setSpendWatchers, act.setWatchers),
  door(acting.addSpendDocuments, addDocuments),
  door(acting.removeSpendDocuments, removeDocuments),
  door(acting.changeSpendServices, changeServices),
  door(acting.changeSpendOfService, changeOnService),
  door(acting.setVendorSigner, setVendorSigner),
  door(acting.createSpendThread, createSpendThread),
  rawDoor(acting.watchSpendRequest, act.watch, ({ id }, c) => watchSubject(c, spendSubject.kind, id)),
]
