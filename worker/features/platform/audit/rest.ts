import * as endpoints from '../../../../schema/platform/audit/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { door, rawDoor } from '../../../transport/rest.ts'
import { readCompanyLog } from './company-log.ts'
import { exportLog } from './export-log.ts'
import { readHistory, verifyChain } from './operations.ts'
import { changeRecipients, readRecipients } from './recipients.ts'

export const auditDoors = [
  door(endpoints.listAuditLogs, readHistory),
  door(endpoints.listCompanyLog, readCompanyLog),
  rawDoor(endpoints.exportCompanyLog, exportLog, csvResponse),
  door(endpoints.verifyAuditLog, verifyChain),
  door(endpoints.getAuditRecipients, readRecipients),
  door(endpoints.setAuditRecipients, changeRecipients),
]
