import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  type AuditLogType,
  type auditTargetType,
  exportCompanyLog,
  getAuditRecipients,
  listAuditLogs,
  listCompanyLog,
  setAuditRecipients,
  verifyAuditLog,
} from '../../../../schema/platform/audit/endpoints.ts'
import { encodeQuery } from '../../../lib/encode.ts'
import { call } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'

export type AuditTarget = z.output<typeof auditTargetType>

export const auditKeys = {
  all: ['audit'] as const,
  object: (targetType: AuditTarget, targetId: string) => ['audit', targetType, targetId] as const,
  recipients: ['audit', 'recipients'] as const,
  company: (filter: CompanyLogFilter) => ['audit', 'company', filter] as const,
}

const HISTORY_PAGE = 20

/** @param queryKey key of the area that changes the object, so that its commands refresh the history too */
export const useHistory = (targetType: AuditTarget, targetId: string, queryKey?: QueryKey) =>
  useInfiniteQuery({
    queryKey: queryKey ?? auditKeys.object(targetType, targetId),
    queryFn: ({ pageParam, signal }) =>
      call(listAuditLogs, { query: { targetType, targetId, first: HISTORY_PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
  })

export interface CompanyLogFilter {
  targetType?: AuditLogType | undefined
  userId?: string | undefined
  /** Instants, ISO. */
  from?: string | undefined
  until?: string | undefined
}

export const fetchCompanyLog = (filter: CompanyLogFilter, { orderBy: _, ...page }: PageRequest, signal: AbortSignal) =>
  call(listCompanyLog, { query: { ...filter, ...page }, signal })

export const companyLogFile = (filter: CompanyLogFilter): string => exportCompanyLog.path + encodeQuery({ ...filter })

export const verifyLog = (commandId: string) => call(verifyAuditLog, { commandId })

export const fetchRecipients = (signal: AbortSignal) => call(getAuditRecipients, { signal })

export const saveRecipients = (emails: string[], commandId: string) =>
  call(setAuditRecipients, { body: { emails }, commandId })
