import * as billSettings from '../../../../schema/platform/accounting/bill-settings-endpoints.ts'
import * as drifts from '../../../../schema/platform/accounting/drift-endpoints.ts'
import * as endpoints from '../../../../schema/platform/accounting/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import {
  readCustomFieldOptions,
  readCustomFields,
  readCustomSegments,
  setSegmentEnabled,
  setShowOnBill,
  setSyncAccounts,
} from './bill-settings.ts'
import {
  beginQuickbooks,
  connectCustom,
  connectNetsuite,
  connectNetsuiteCertificate,
  connectQuickbooks,
  disconnect,
} from './connect.ts'
import { acceptDrift, compare, readDrifts, sendAgain } from './drift.ts'
import { readAccounting, setStep } from './steps.ts'
import { readSyncStatus, startSync } from './sync-jobs.ts'

export const accountingDoors = [
  door(endpoints.getAccounting, readAccounting),
  door(endpoints.setActualsStep, setStep),
  door(endpoints.connectNetsuite, connectNetsuite),
  door(endpoints.connectNetsuiteCertificate, connectNetsuiteCertificate),
  door(endpoints.connectCustom, connectCustom),
  door(endpoints.beginQuickbooks, beginQuickbooks),
  door(endpoints.connectQuickbooks, connectQuickbooks),
  door(endpoints.disconnectAccounting, disconnect),
  door(endpoints.createSyncJob, startSync),
  door(endpoints.getSyncStatus, readSyncStatus),
  door(billSettings.setEntitySyncAccounts, setSyncAccounts),
  door(billSettings.listCustomFields, readCustomFields),
  door(billSettings.customFieldOptions, readCustomFieldOptions),
  door(billSettings.setShowOnBill, setShowOnBill),
  door(billSettings.listCustomSegments, readCustomSegments),
  door(billSettings.setSegmentEnabled, setSegmentEnabled),
  door(drifts.getDrifts, readDrifts),
  door(drifts.compareEntries, compare),
  door(drifts.acceptDrift, acceptDrift),
  door(drifts.sendEntryAgain, sendAgain),
]
