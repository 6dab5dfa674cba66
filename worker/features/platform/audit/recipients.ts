import { getAuditRecipients, setAuditRecipients } from '../../../../schema/platform/audit/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import type { Database } from '../../../core/database.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import type { Env } from '../../../env.ts'

/** Who keeps the signed heads outside the product: the company's auditors, if it chooses any. */

const emailsOf = async (db: Database, companyId: string): Promise<string[]> => {
  const row = await db.first<{ emails: string }>(
    db.sql('SELECT audit_recipients AS emails FROM companies WHERE id = ?', companyId),
  )
  return JSON.parse(row?.emails ?? '[]') as string[]
}

const isSigned = (env: Env): boolean => Boolean(env.OUTLAY_AUDIT_KEYS)

export const readRecipients = query({
  id: 'audit.recipients',
  access: 'audit.verify',
  input: inputOf(getAuditRecipients),
  run: async ({ db, actor, env }) => ({ emails: await emailsOf(db, actor.companyId), isSigned: isSigned(env) }),
})

export const changeRecipients = command({
  id: 'audit.set-recipients',
  access: 'audit.verify',
  input: inputOf(setAuditRecipients),
  run: async (context, input) => {
    const { db, actor, env } = context
    const emails = [...new Set(input.emails)].sort()
    const before = await emailsOf(db, actor.companyId)
    const result = { emails, isSigned: isSigned(env) }
    if (JSON.stringify(before) === JSON.stringify(emails)) return result
    return commit(context, {
      subject: 'The recipients',
      statements: [
        db.sql('UPDATE companies SET audit_recipients = ? WHERE id = ?', JSON.stringify(emails), actor.companyId),
      ],
      audit: [
        {
          changeKey: `audit-recipients:${context.newId()}`,
          action: 'company.audit-recipients-changed',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: 'Changed who gets the daily signed audit log summary',
          changeData: { before: { emails: before }, after: { emails } },
        },
      ],
      result,
    })
  },
})
