import * as endpoints from '../../../../schema/money/bills/acting-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { announce, partOf } from '../../approvals/blocks/index.ts'
import { linkStatement, requireDocuments, unlinkStatement } from '../../documents/documents/index.ts'
import { mayManage, requireReadable } from './access.ts'
import { planRunning, tellAsManager } from './running.ts'

/** Documents of a bill. Only removing one that people approved with asks them again. */

interface Attached {
  id: string
  name: string
  attachedAt: number
}

/** Those attached now, without the document of its invoice, which an edit changes. */
const attachedTo = ({ db, actor }: StaffContext, billId: string): Promise<Attached[]> =>
  db.all<Attached>(
    db.sql(
      `SELECT d.id, d.display_name AS name, k.created_at AS attachedAt FROM document_links k
        CROSS JOIN documents d ON d.id = k.document_id
        WHERE k.company_id = ?1 AND k.target_type = 'BILL' AND k.target_id = ?2 AND d.deleted_at IS NULL
          AND d.id NOT IN (SELECT i.document_id FROM bills s CROSS JOIN invoices i ON i.id = s.invoice_id
                            WHERE s.id = ?2 AND s.company_id = ?1)`,
      actor.companyId,
      billId,
    ),
  )

const names = (documents: readonly { name: string }[]): string => documents.map(({ name }) => name).join(', ')

export const updateDocuments = command({
  id: 'bills.update-documents',
  access: 'payments.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.updateBillDocuments),
  run: async (context, { billId, documentIds }) => {
    const access = await requireReadable(context, billId)
    if (!mayManage(access, context.actor))
      throw new AppError('FORBIDDEN', 'Only people who work with payments can do this.')
    const before = await attachedTo(context, billId)
    const known = new Set(before.map(({ id }) => id))
    const wanted = await requireDocuments(context, documentIds, known)
    const kept = new Set(wanted.map(({ id }) => id))
    const added = wanted.filter(({ id }) => !known.has(id))
    const removed = before.filter(({ id }) => !kept.has(id))
    // Told first: if anything fails in between, the documents are still there and people are asked again.
    if (removed.length > 0 && access.status === 'PENDING') {
      const { base, planning } = await planRunning(context, billId)
      await tellAsManager(partOf(context, 'documents'), billId, {
        command: { type: 'removeDocuments', documents: removed },
        planning: planning.contextOf(base.content),
      })
    }
    const said = [
      added.length > 0 && `added ${names(added)}`,
      removed.length > 0 && `removed ${names(removed)}`,
    ].filter(Boolean)
    const result = await commit(context, {
      subject: 'The bill',
      statements: [
        ...(added.length > 0 ? [linkStatement(context, added, [['BILL', billId]])] : []),
        ...(removed.length > 0 ? [unlinkStatement(context, removed, [['BILL', billId]])] : []),
      ],
      audit:
        said.length > 0
          ? [
              {
                changeKey: `bill.documents-changed:${billId}:${context.newId()}`,
                action: 'bill.documents-changed',
                targetType: 'BILL',
                targetId: billId,
                message: `${context.actor.name} ${said.join(' and ')}`,
                changeData: {
                  added: added.map(({ id, name }) => ({ id, name })),
                  removed: removed.map(({ id, name }) => ({ id, name })),
                },
              },
            ]
          : [],
      result: { id: billId },
    })
    announce(context, { targetType: 'BILL', id: billId })
    return result
  },
})
