import * as endpoints from '../../../schema/audit/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { readHistory, verifyChain } from './operations.ts'

export const auditDoors = [door(endpoints.listAuditLogs, readHistory), door(endpoints.verifyAuditLog, verifyChain)]
