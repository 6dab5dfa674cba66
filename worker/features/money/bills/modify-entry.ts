import { z } from 'zod'
import { type BillContent, billChanges, billLine, erpIdsOf } from '../../../../schema/money/bills/content.ts'
import { type BillEntryChange, billEntryChange } from '../../../../schema/money/bills/entry-input.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidFields, notFound, staleVersion } from '../../../core/errors.ts'
import { command, type StaffContext } from '../../../core/operation.ts'
import { mayModifyEntry, requireReadable } from './access.ts'
import { fieldProblems, fieldsStatement, hasFieldValues } from './custom-fields.ts'
import { billFollowers, billOfId } from './followers.ts'
import { INSERT_LINES } from './projection.ts'
import { erpLabels, lineProblems, mappedLine, referenceStatements, referencesOf } from './references.ts'
import { fieldsOf, lineIds } from './save.ts'
import { readApproved } from './settled.ts'

/** Booking an approved bill otherwise: accounts, units, memos, months. What is owed, to whom and when stays. */

const SUBJECT = 'The bill’s entry'
const NEEDS_APPROVAL = 'This changes only with new approvals. Edit the bill instead'

/** What a program repeats of the bill has to be what it says. */
const headFaults = (given: BillEntryChange, content: BillContent): Record<string, string> =>
  Object.fromEntries(
    (['invoiceNumber', 'invoiceId', 'invoiceDate', 'totalAmount', 'erpEntityId'] as const).flatMap((key) =>
      given[key] !== undefined && given[key] !== content[key] ? [[key, NEEDS_APPROVAL]] : [],
    ),
  )

const sumFaults = ({ lines }: BillEntryChange, { totalAmount, currency }: BillContent): Record<string, string> => {
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  if (sum === totalAmount) return {}
  const text = (value: number) => formatMoney({ value, currency })
  return {
    lines: `The lines add up to ${text(sum)}, but the bill is ${text(totalAmount)}. Change the amounts of the lines`,
  }
}

const refuse = (fields: Record<string, string>): void => {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

interface Stored {
  createdAt: number
  revision: number
}

const modify = async (context: StaffContext, given: BillEntryChange): Promise<{ id: string }> => {
  const { db, actor, clock, newId } = context
  const id = await billOfId(context, given.id)
  const access = await requireReadable(context, id)
  if (!mayModifyEntry(access, actor))
    throw access.status === 'APPROVED'
      ? new AppError('FORBIDDEN', 'You can’t change where this bill is booked.')
      : new AppError('RULE_BROKEN', 'Only approved bills are booked. Edit the bill instead.', {
          reason: 'NOT_APPROVED',
        })
  const [stored, bill] = await Promise.all([
    db.first<Stored>(
      db.sql(
        'SELECT created_at AS createdAt, entry_revision AS revision FROM bills WHERE id = ? AND company_id = ?',
        id,
        actor.companyId,
      ),
    ),
    readApproved(context, actor.companyId, id),
  ])
  if (!stored || !bill) throw notFound('The bill')
  if (given.version !== undefined && given.version !== stored.revision) throw staleVersion(SUBJECT)
  const before = bill.content
  refuse({ ...headFaults(given, before), ...sumFaults(given, before) })
  const ids = lineIds(context, given, before)
  // What it takes from an order is approved. Booking it elsewhere changes nothing of that.
  const ofOrder = new Map(before.lines.map((line) => [line.id, line.purchaseOrderLineId ?? null]))
  const entered = given.lines.map(({ erpCustomFieldValues, customSegments, ...line }, at) => ({
    ...{ ...line, id: ids[at] ?? '', purchaseOrderLineId: ofOrder.get(ids[at] ?? '') ?? null },
    fields: fieldsOf(erpCustomFieldValues),
    segments: fieldsOf(customSegments),
  }))
  const values = { erpCustomFieldValues: [], lines: given.lines }
  const asked = {
    erpIds: [...new Set([...erpIdsOf(before), ...erpIdsOf({ ...before, lines: entered as BillContent['lines'] })])],
    ...{ invoiceIds: [], spendRequestId: null, intakeSubmissionId: null },
  }
  const [fieldRows, ...found] = await db.readBatch([
    fieldsStatement(context, hasFieldValues(values)),
    ...referenceStatements(context, asked),
  ])
  const references = referencesOf(found, asked)
  refuse({
    ...lineProblems(entered, references, before),
    ...fieldProblems(values, fieldRows?.results ?? [], before),
  })
  // In one order of their members, so that what changes nothing is noticed.
  const lines = z.array(billLine).parse(entered.map((line) => mappedLine(line, references.objects)))
  const after: BillContent = { ...before, lines }
  const changes = billChanges(before, after, erpLabels(references.objects, references.invoices))
  if (JSON.stringify(z.array(billLine).parse(before.lines)) === JSON.stringify(lines)) return { id }
  const following = await Promise.all(
    billFollowers().map((follower) => follower.entryModified?.(context, { ...bill, content: after })),
  )
  const json = JSON.stringify(lines)
  return commit(context, {
    subject: SUBJECT,
    statements: [
      db.sql(
        `UPDATE bills SET entry = ?4, entry_version = version, entry_revision = entry_revision + 1, updated_at = ?6
          WHERE id = ?1 AND company_id = ?2 AND entry_revision = ?3 AND version = ?5 AND run = ?7
            AND status = 'APPROVED' AND deleted_at IS NULL`,
        ...[id, actor.companyId, stored.revision, json, bill.version, clock.now(), bill.run],
      ),
      guardOneRow(db),
      db.sql('DELETE FROM bill_lines WHERE company_id = ? AND bill_id = ?', actor.companyId, id),
      db.sql(
        `${INSERT_LINES} FROM json_each(?4) WHERE ?2 IS NOT NULL`,
        ...[id, actor.companyId, actor.companyId, json, stored.createdAt, before.invoiceDate],
      ),
      ...following.flatMap((one) => one?.statements ?? []),
    ],
    outbox: following.flatMap((one) => one?.outbox ?? []),
    audit: [
      {
        changeKey: `bill:${id}:entry:${newId()}`,
        action: 'bill.entry-modified',
        targetType: 'BILL',
        targetId: id,
        message: 'Changed where the bill is booked',
        changeData: {
          before: Object.fromEntries(changes.map(({ label, before: was }) => [label, was])),
          after: Object.fromEntries(changes.map(({ label, after: is }) => [label, is])),
        },
      },
    ],
    result: { id },
  })
}

/**
 * The ledger takes back what it had posted and posts it again, in the same months, and what is to be sent to the
 * accounting system changes with it. Throws INVALID beside the fields, or RULE_BROKEN while the bill isn't approved or
 * is being sent.
 */
export const modifyBillEntry = command({
  id: 'mutation.modifyBillEntry',
  access: 'payments.use',
  input: billEntryChange,
  run: lastWriteWins(modify),
})
