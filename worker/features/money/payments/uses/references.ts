import { type ReferenceHolder, referred } from '../../../../core/references.ts'

/** Payments that are still to be made name their bank account, and the settings name the groups that confirm details. */

export const BANK_REFERRED = referred('BANK_ACCOUNT', 'bank account')

const WAITING = `bill_payments p INDEXED BY bill_payments_status
  WHERE p.company_id = ?2 AND p.status IN ('PENDING', 'APPROVED', 'PROCESSING') AND p.payment_method_id = ?1`

const payments: ReferenceHolder = {
  order: 110,
  uses: ({ db, actor }, { auditTarget }, { id }) =>
    auditTarget === 'BANK_ACCOUNT'
      ? {
          statements: [db.sql(`SELECT COUNT(*) AS count FROM ${WAITING}`, id, actor.companyId)],
          reasons: ([row]) => {
            const count = Number(row?.count)
            if (count === 0) return []
            const text = count === 1 ? 'A payment that isn’t done uses it' : `${count} payments that aren’t done use it`
            return [{ kind: 'PAYMENT', text, href: '/payments/bill-payments' }]
          },
        }
      : null,
  unusedSql: ({ auditTarget }) => (auditTarget === 'BANK_ACCOUNT' ? `NOT EXISTS (SELECT 1 FROM ${WAITING})` : null),
}

const CONFIRMING = 'payment_information_approvers a WHERE a.company_id = ?2 AND a.group_id = ?1'

/** Without any of its groups, admins alone would confirm bank details. */
const confirming: ReferenceHolder = {
  order: 35,
  uses: ({ db, actor }, { auditTarget }, { id }) =>
    auditTarget === 'GROUP'
      ? {
          statements: [db.sql(`SELECT 1 AS one FROM ${CONFIRMING}`, id, actor.companyId)],
          reasons: ([row]) =>
            row
              ? [
                  {
                    kind: 'APPROVAL_SETTING',
                    text: 'Its people confirm bank details of vendors',
                    href: '/settings/payments',
                  },
                ]
              : [],
        }
      : null,
  unusedSql: ({ auditTarget }) => (auditTarget === 'GROUP' ? `NOT EXISTS (SELECT 1 FROM ${CONFIRMING})` : null),
  replace: async ({ db, actor }, { auditTarget }, fromId, toId) => ({
    changed: {},
    statements:
      auditTarget === 'GROUP'
        ? [
            db.sql(
              'UPDATE OR IGNORE payment_information_approvers SET group_id = ?3 WHERE company_id = ?1 AND group_id = ?2',
              actor.companyId,
              fromId,
              toId,
            ),
            db.sql(
              'DELETE FROM payment_information_approvers WHERE company_id = ? AND group_id = ?',
              actor.companyId,
              fromId,
            ),
          ]
        : [],
    audit: [],
  }),
}

export const REFERENCES: ReferenceHolder[] = [payments, confirming]
