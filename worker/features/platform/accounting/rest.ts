import * as endpoints from '../../../../schema/platform/accounting/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import {
  beginQuickbooks,
  connectNetsuite,
  connectNetsuiteCertificate,
  connectQuickbooks,
  disconnect,
} from './connect.ts'
import { readAccounting, setStep } from './steps.ts'
import { readSyncStatus, startSync } from './sync-jobs.ts'

export const accountingDoors = [
  door(endpoints.getAccounting, readAccounting),
  door(endpoints.setActualsStep, setStep),
  door(endpoints.connectNetsuite, connectNetsuite),
  door(endpoints.connectNetsuiteCertificate, connectNetsuiteCertificate),
  door(endpoints.beginQuickbooks, beginQuickbooks),
  door(endpoints.connectQuickbooks, connectQuickbooks),
  door(endpoints.disconnectAccounting, disconnect),
  door(endpoints.createSyncJob, startSync),
  door(endpoints.getSyncStatus, readSyncStatus),
]
