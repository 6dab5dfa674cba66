import type { z } from 'zod'
import type { verifyAuditLog } from '../../../../schema/platform/audit/endpoints.ts'
import { formatDateTime, formatNumber } from '../../../lib/format.ts'

type Report = z.output<typeof verifyAuditLog.response>

const entries = (count: number): string => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`)

/** The result of checking the audit log, in words. */
export const reportWords = (report: Report, timeZone: string): { ok: boolean; title: string; lines: string[] } => {
  const { checked, checkedUntil, unsealed, firstBroken } = report
  if (firstBroken) {
    const { auditId, problem, message, occurredAt } = firstBroken
    const when = occurredAt ? ` of ${formatDateTime(occurredAt, timeZone)}` : ''
    return {
      ok: false,
      title: 'The audit log was tampered with',
      lines: [
        `${problem} It is entry ${auditId}${when}${message ? `: “${message}”` : ''}.`,
        'Every entry before it is intact. Don’t rely on this entry or anything after it, and tell your database administrators.',
      ],
    }
  }
  if (checked === 0) return { ok: true, title: 'The audit log is empty', lines: ['There is nothing to verify yet.'] }
  const until = checkedUntil ? `, up to ${formatDateTime(checkedUntil, timeZone)}` : ''
  const lines = [`${entries(checked)} checked${until}: no entry was altered, removed or inserted.`]
  if (unsealed > 0) lines.push(`${entries(unsealed)} from the last few moments will be sealed by the next check.`)
  return { ok: true, title: 'Audit log verified', lines: [...lines, ...report.limits] }
}
