import type { z } from 'zod'
import type { verifyAuditLog } from '../../../schema/audit/endpoints.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'

type Report = z.output<typeof verifyAuditLog.response>

const entries = (count: number): string => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`)

/** What the check of the audit log found, in words. */
export const reportWords = (report: Report, timeZone: string): { ok: boolean; title: string; lines: string[] } => {
  const { checked, checkedUntil, unsealed, firstBroken } = report
  if (firstBroken) {
    const { auditId, problem, message, occurredAt } = firstBroken
    const when = occurredAt ? ` of ${formatDateTime(occurredAt, timeZone)}` : ''
    return {
      ok: false,
      title: 'The audit log was changed from outside',
      lines: [
        `${problem} It is entry ${auditId}${when}${message ? `: “${message}”` : ''}.`,
        'Every entry before it is as it was written. Do not rely on it and on what follows, and tell your administrators of the database.',
      ],
    }
  }
  if (checked === 0) return { ok: true, title: 'The audit log is empty', lines: ['There is nothing to verify yet.'] }
  const until = checkedUntil ? `, up to ${formatDateTime(checkedUntil, timeZone)}` : ''
  const lines = [`${entries(checked)} checked${until}: none was altered, removed or put in between.`]
  if (unsealed > 0) lines.push(`${entries(unsealed)} of the last moments will be sealed with the next check.`)
  return { ok: true, title: 'The audit log is whole', lines }
}
