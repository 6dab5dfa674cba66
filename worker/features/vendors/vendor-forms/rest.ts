import { listPublicOptions } from '../../../../schema/requests/sourcing/endpoints.ts'
import * as documentEndpoints from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/endpoints.ts'
import * as linkEndpoints from '../../../../schema/vendors/vendor-forms/link-endpoints.ts'
import { listFormsCsv, sentFormList } from '../../../../schema/vendors/vendor-forms/list-endpoints.ts'
import * as portalEndpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import * as taskEndpoints from '../../../../schema/vendors/vendor-forms/task-endpoints.ts'
import * as updateEndpoints from '../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import { listDoors } from '../../../transport/list-doors.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { shownFile } from '../../documents/documents/index.ts'
import { readDocumentBadges } from './badges.ts'
import * as describing from './describe-document.ts'
import { readEarlierAnswers } from './earlier-answers.ts'
import { readHeldDocuments } from './held-documents.ts'
import * as link from './link.ts'
import { createLinkThread, listLinkThreads, replyByLink } from './link-threads.ts'
import { sentFormOperations } from './list.ts'
import * as manage from './manage.ts'
import { openLinkDocument, openVendorDocument } from './open-document.ts'
import * as portal from './portal.ts'
import { listOptionsForOutsiders } from './question-options.ts'
import { renewDocument, renewLinkDocument } from './renew-document.ts'
import { readEarlierDocuments, reuseDocument } from './reuse-document.ts'
import { sendForm } from './send.ts'
import { listTaskForms, sendTaskForms } from './task-operations.ts'
import * as threads from './threads.ts'
import * as updates from './updates.ts'
import * as uploads from './uploads.ts'
import './hand-over.ts'
import './merges.ts'
import './task-rules.ts'

export const vendorFormDoors: Door[] = [
  ...listDoors(sentFormList, listFormsCsv, sentFormOperations),
  door(endpoints.sendVendorForm, sendForm),
  door(taskEndpoints.listTaskForms, listTaskForms),
  door(taskEndpoints.sendTaskForms, sendTaskForms),
  door(endpoints.listFormsOfVendor, manage.listFormsOfVendor),
  door(endpoints.getSentForm, manage.readSentForm),
  door(updateEndpoints.getFormUpdates, updates.readUpdates),
  door(updateEndpoints.chooseFormUpdates, updates.chooseUpdates),
  door(updateEndpoints.confirmFormUpdates, updates.confirmUpdates),
  door(endpoints.resendVendorForm, manage.resendForm),
  door(endpoints.revokeVendorForm, manage.revokeForm),
  door(endpoints.deleteFormSubmission, manage.deleteForm),
  door(portalEndpoints.listInvitations, portal.listInvitations),
  door(portalEndpoints.listVendorForms, portal.listVendorForms),
  door(portalEndpoints.getVendorForm, portal.readVendorForm),
  door(portalEndpoints.getVendorFormSteps, portal.readVendorFormSteps),
  door(portalEndpoints.getVendorFormAnswers, portal.readVendorFormAnswers),
  door(portalEndpoints.getEarlierAnswers, readEarlierAnswers),
  door(portalEndpoints.submitVendorForm, portal.submitVendorForm),
  door(portalEndpoints.grantVendorUpload, uploads.grantVendorUpload),
  door(portalEndpoints.createVendorDocument, uploads.createVendorDocument),
  door(portalEndpoints.listVendorThreads, threads.listThreads),
  door(portalEndpoints.createVendorThread, threads.createThread),
  door(portalEndpoints.replyToThread, threads.reply),
  door(portalEndpoints.listVendorComments, threads.listComments),
  door(portalEndpoints.updateVendorComment, threads.updateComment),
  door(portalEndpoints.deleteVendorComment, threads.deleteComment),
  door(portalEndpoints.listMentionable, threads.listMentionable),
  door(portalEndpoints.vendorAttention, threads.listAttention),
  door(listPublicOptions, listOptionsForOutsiders),
  door(portalEndpoints.openFormLink, link.openFormLink),
  door(portalEndpoints.submitFormLink, link.submitFormLink),
  door(portalEndpoints.grantLinkUpload, uploads.grantLinkUpload),
  door(linkEndpoints.listLinkThreads, listLinkThreads),
  door(linkEndpoints.createLinkThread, createLinkThread),
  door(linkEndpoints.replyByLink, replyByLink),
  door(documentEndpoints.listFormDocuments, describing.listFormDocuments),
  door(documentEndpoints.describeDocument, describing.describeDocument),
  door(documentEndpoints.listLinkDocuments, describing.listLinkDocuments),
  door(documentEndpoints.describeLinkDocument, describing.describeLinkDocument),
  door(documentEndpoints.listEarlierDocuments, readEarlierDocuments),
  door(documentEndpoints.reuseDocument, reuseDocument),
  door(documentEndpoints.listHeldDocuments, readHeldDocuments),
  door(documentEndpoints.renewDocument, renewDocument),
  door(documentEndpoints.renewLinkDocument, renewLinkDocument),
  rawDoor(documentEndpoints.openVendorDocument, openVendorDocument, shownFile),
  rawDoor(documentEndpoints.openLinkDocument, openLinkDocument, shownFile),
  door(documentEndpoints.listDocumentBadges, readDocumentBadges),
]
