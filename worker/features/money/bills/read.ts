import type { ApprovalsView } from '../../../../schema/approvals/engine/endpoints.ts'
import { type Block, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { type BillContent, erpIdsOf, idsOf, moneyOf } from '../../../../schema/money/bills/content.ts'
import * as endpoints from '../../../../schema/money/bills/endpoints.ts'
import { type Exchange, explainConversion, inCompanyCurrency, isConverted } from '../../../../schema/shared/exchange.ts'
import { fullName, type Named, type Person } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type Referred, type ReferredIds, ReferredNames, referredNamesSql } from '../../../core/referred-names.ts'
import { approvalsViewOf, delegatesStatement, type StoredPlan } from '../../approvals/blocks/index.ts'
import { usualTimesStatement } from '../../approvals/engine/index.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import {
  accessStatement,
  type BillAccess,
  mayEdit,
  mayManage,
  mayModifyEntry,
  mayRestart,
  requireReadable,
  toReadable,
} from './access.ts'
import { similarOf, similarStatement } from './duplicates.ts'
import { FieldNames, fieldNamesStatement } from './field-names.ts'
import { ofBillStatements, orderFoundOf, orderOfBill } from './order-match.ts'
import { type BillDbRow, billColumns, isPaying, toBillRow } from './rows.ts'
import { approvalsOf } from './running.ts'
import { bookedContent } from './settled.ts'

/** One bill as its page shows it, in two round trips. */

type Row = Record<string, unknown>

/** SQL of a bill's id, from those of the parameters with an id and the company. */
type IdOf = (id: string, company: string) => string

const blocksStatement = ({ db, actor }: StaffContext, id: string, it = '?2'): D1PreparedStatement =>
  db.sql(
    `SELECT l.block FROM bills s
       JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'BILL'
        AND l.target_id = s.id AND l.run = s.run
      WHERE s.id = ${it} AND s.company_id = ?1 ORDER BY l.level, l.ordinal, l.id`,
    actor.companyId,
    id,
  )

/** @param id its id, or what `idOf` finds it by */
const detailStatements = (context: StaffContext, id: string, idOf: IdOf = (of) => of): D1PreparedStatement[] => {
  const { db, actor } = context
  const of = [actor.companyId, id]
  const it = idOf('?2', '?1')
  return [
    accessStatement(context, id, idOf),
    db.sql(
      `SELECT ${billColumns()}, s.content, s.entry, s.entry_version AS entryVersion,
              s.entry_revision AS entryRevision, s.plan, s.version, s.run,
              s.archive_message AS archiveMessage, s.created_by_user_id AS createdByUserId,
              v.changed_by_name AS changedByName, v.changed_at AS changedAt, i.id AS invoiceId,
              i.document_id AS documentId, i.created_at AS invoicedAt, d.display_name AS documentName, d.sha256,
              n.title AS submissionTitle, n.number AS submissionNumber, q.number AS spendNumber,
              q.description AS spendDescription, s.projected_sequence AS sequence
         FROM bills s LEFT JOIN bill_versions v ON v.bill_id = s.id AND v.version = s.version
         LEFT JOIN invoices i ON i.id = s.invoice_id AND i.company_id = s.company_id
         LEFT JOIN documents d ON d.id = i.document_id AND d.deleted_at IS NULL
         LEFT JOIN intake_submissions n ON n.id = s.intake_submission_id AND n.company_id = s.company_id
         LEFT JOIN spend_requests q ON q.id = s.spend_request_id AND q.company_id = s.company_id
        WHERE s.id = ${it} AND s.company_id = ?1`,
      ...of,
    ),
    blocksStatement(context, id, it),
    db.sql(
      `SELECT p.user_id AS id, trim(u.first_name || ' ' || u.last_name) AS name FROM request_participants p
        CROSS JOIN users u ON u.id = p.user_id
        WHERE p.company_id = ?1 AND p.target_type = 'BILL' AND p.target_id = ${it} AND p.is_watcher = 1`,
      ...of,
    ),
    db.sql(
      `SELECT d.id, d.display_name AS name FROM document_links k CROSS JOIN documents d ON d.id = k.document_id
        WHERE k.company_id = ?1 AND k.target_type = 'BILL' AND k.target_id = ${idOf('?5', '?1')} AND ${readableDocument()}
        ORDER BY k.created_at, d.id`,
      ...readableParams(actor),
      id,
    ),
  ]
}

type Head = BillDbRow & {
  content: string
  entry: string | null
  entryVersion: number | null
  entryRevision: number
  plan: string
  version: number
  run: number
  archiveMessage: string | null
  createdByUserId: string
  changedByName: string | null
  changedAt: number | null
  invoiceId: string | null
  documentId: string | null
  invoicedAt: number | null
  documentName: string | null
  sha256: string | null
  submissionTitle: string | null
  submissionNumber: number | null
  spendNumber: number | null
  spendDescription: string | null
}

interface PeriodRow {
  id: string
  name: string
  details: string
}

const periodOf = (rows: readonly Row[]): endpoints.Bill['accountingPeriod'] => {
  const row = rows[0] as PeriodRow | undefined
  if (!row) return null
  const details = JSON.parse(row.details) as Record<string, unknown>
  const is = (key: string) => details[key] === true
  const day = (key: string) => (typeof details[key] === 'string' ? (details[key] as string) : null)
  return {
    ...{ id: row.id, name: row.name, startDay: day('startDay'), endDay: day('endDay') },
    ...{ isPosting: is('isPosting'), isQuarter: is('isQuarter'), isYear: is('isYear'), isClosed: is('isClosed') },
  }
}

const linesOf = (
  content: BillContent,
  names: ReferredNames,
  numbers: ReadonlyMap<string, string | null>,
  fieldNames: FieldNames,
): endpoints.BillLineShown[] => {
  const erp = (id: string | null) => (id === null ? null : (names.named('erpObjects', id) ?? { id, name: 'Removed' }))
  return content.lines.map((line) => {
    const account = erp(line.erpAccountId)
    return {
      id: line.id,
      amount: { value: line.amount, currency: content.currency },
      memo: line.memo,
      erpAccount: account && { ...account, generalLedgerAccountNumber: numbers.get(account.id) ?? null },
      erpClassification: erp(line.erpBusinessUnitId),
      erpDepartmentMapping: erp(line.erpDepartmentMappingId),
      erpTaxCode: erp(line.erpTaxCodeId),
      erpAmortizationTemplate: erp(line.erpAmortizationTemplateId),
      amortizationStartDate: line.amortizationStartDate,
      amortizationEndDate: line.amortizationEndDate,
      erpCustomFieldValues: fieldNames.fields(line.fields),
      customSegments: fieldNames.segments(line.segments),
      category: names.named('spendCategories', line.categoryId),
      department: names.named('departments', line.departmentId),
      businessUnit: names.named('businessUnits', line.businessUnitId),
      purchaseOrderLineId: line.purchaseOrderLineId ?? null,
    }
  })
}

const rightsOf = (access: BillAccess, actor: StaffActor, isMoving: boolean) => ({
  canEdit: mayEdit(access, actor) && !isMoving,
  canModifyEntry: mayModifyEntry(access, actor),
  canArchive: mayManage(access, actor),
  canDelete: mayManage(access, actor) && access.paidAt === null && !isMoving,
  canRestart: mayRestart(access, actor),
  canLink: mayManage(access, actor),
})

const conversionOf = (content: BillContent, plan: { exchange?: Exchange | null }): string | null => {
  const converted = inCompanyCurrency(moneyOf(content), plan.exchange ?? undefined)
  return isConverted(converted) ? explainConversion(converted) : null
}

const personOf = (names: ReferredNames, id: string): Person =>
  names.person(id) ?? { id, firstName: 'A former', lastName: 'member', email: '' }

type Known = Pick<StaffContext, 'db' | 'actor'>

/** The second round trip: names of everything that it refers to, and bills that may be the same. */
const readMore = async ({ db, actor }: Known, head: Head, content: BillContent, access: BillAccess) => {
  const erpIds = erpIdsOf(content)
  const referred: ReferredIds = {
    erpObjects: [...erpIds, head.erpVendorId],
    vendors: [content.vendorId],
    entities: [content.entityId],
    spendCategories: idsOf(content.lines, 'categoryId'),
    departments: idsOf(content.lines, 'departmentId'),
    businessUnits: idsOf(content.lines, 'businessUnitId'),
    people: [access.requestorUserId, access.createdByUserId],
  }
  const ids = Object.fromEntries(Object.entries(referred).map(([of, each]) => [of, [...new Set(each)].filter(Boolean)]))
  const results = await db.readBatch([
    db.sql(referredNamesSql(Object.keys(ids) as Referred[], 'SELECT ?2'), actor.companyId, JSON.stringify(ids)),
    db.sql(
      `SELECT o.id, o.number FROM json_each(?2) j CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1
        WHERE o.kind = 'ACCOUNT'`,
      actor.companyId,
      JSON.stringify(erpIds),
    ),
    db.sql(
      'SELECT o.id, o.name, o.details FROM erp_objects o WHERE o.id = ?2 AND +o.company_id = ?1',
      actor.companyId,
      content.accountingPeriodId,
    ),
    similarStatement({ db, actor }, head.id, content, head.sha256),
    fieldNamesStatement({ db }, actor.companyId),
    ...(content.purchaseOrderId ? ofBillStatements({ db, actor }, content.purchaseOrderId, head.id) : []),
  ])
  const [nameRows, accounts = [], periods = [], similar = [], fields] = results.map((result) => result.results)
  const ofOrder = results.slice(5)
  return {
    names: new ReferredNames(nameRows?.[0]),
    numbers: new Map(accounts.map((row) => [String(row.id), row.number as string | null])),
    period: periodOf(periods),
    similar: similarOf(similar, content.invoiceNumber),
    fieldNames: new FieldNames(fields),
    orderFound: ofOrder.length > 0 ? orderFoundOf(ofOrder, actor) : null,
  }
}

/** The first level that isn't done. */
const awaitedOf = (blocks: readonly Block[], { status }: BillAccess): endpoints.Bill['awaitingApprovalFrom'] => {
  if (status !== 'PENDING') return []
  const open = blocks.filter((block) => !isDecided(block))
  const level = Math.min(...open.map((block) => block.level))
  return open
    .filter((block) => block.level === level)
    .map(({ id, label, approvers }) => ({
      ...{ id, label },
      approvers: approvers.map(({ userId, name }) => ({ id: userId, name })),
    }))
}

const invoiceOf = (head: Head): endpoints.Bill['invoice'] =>
  head.invoiceId && head.documentId
    ? {
        id: head.invoiceId,
        documentId: head.documentId,
        name: head.documentName ?? 'A removed document',
        createdAt: new Date(head.invoicedAt ?? head.createdAt).toISOString(),
      }
    : null

const linkedOf = ({ spendNumber, spendDescription, submissionTitle }: Head, content: BillContent) => ({
  spendRequest:
    content.spendRequestId && spendNumber !== null
      ? { id: content.spendRequestId, name: `SR-${spendNumber} ${spendDescription ?? ''}`.trim() }
      : null,
  intakeSubmission:
    content.intakeSubmissionId && submissionTitle !== null
      ? { id: content.intakeSubmissionId, name: submissionTitle }
      : null,
})

/** @param results those of the statements */
const toDetail = async (context: StaffContext, results: readonly { results: unknown[] }[]): Promise<endpoints.Bill> => {
  const { actor } = context
  const [accessRows, heads, blockRows, watchers, documents] = results.map((result) => result.results as Row[])
  const access = toReadable(accessRows?.[0], actor)
  const head = heads?.[0] as Head | undefined
  if (!head) throw notFound('The bill')
  const content = bookedContent(head)
  const { names, numbers, period, similar, fieldNames, orderFound } = await readMore(context, head, content, access)
  const blocks = (blockRows ?? []).map(({ block }) => JSON.parse(String(block)) as Block)
  const plan = JSON.parse(head.plan) as StoredPlan & { exchange?: Exchange | null }
  const creator = personOf(names, access.createdByUserId)
  const { duplicateAllowed } = content
  return {
    ...toBillRow(head, names, actor.company.currency),
    version: head.version,
    run: head.run,
    entryRevision: head.entryRevision,
    requestor: personOf(names, access.requestorUserId),
    createdBy: { ...creator, name: fullName(creator) },
    invoice: invoiceOf(head),
    accountingPeriod: period,
    erpTaxCode: names.named('erpObjects', content.erpTaxCodeId),
    erpAmortizationTemplate: names.named('erpObjects', content.erpAmortizationTemplateId),
    amortizationStartDate: content.amortizationStartDate,
    amortizationEndDate: content.amortizationEndDate,
    erpCustomFieldValues: fieldNames.fields(content.fields),
    ...linkedOf(head, content),
    // What was booked elsewhere since takes the same from the order.
    purchaseOrder: orderOfBill(orderFound, JSON.parse(head.content) as BillContent, plan.exchange),
    vendor: names.named('vendors', content.vendorId),
    entity: names.named('entities', content.entityId),
    lines: linesOf(content, names, numbers, fieldNames),
    watchers: (watchers ?? []) as unknown as Named[],
    documents: (documents ?? []) as unknown as Named[],
    awaitingApprovalFrom: awaitedOf(blocks, access),
    conversion: conversionOf(content, plan),
    archiveMessage: head.archivedAt === null ? null : head.archiveMessage,
    similarBills: similar,
    duplicateAllowed: duplicateAllowed && {
      ...{ billId: duplicateAllowed.billId, reason: duplicateAllowed.reason },
      by: { id: duplicateAllowed.by.userId, name: duplicateAllowed.by.name },
    },
    changedByName: head.changedByName ?? '',
    changedAt: new Date(head.changedAt ?? head.createdAt).toISOString(),
    ...rightsOf(access, actor, isPaying(head)),
  }
}

export const readBill = query({
  id: 'bills.get',
  access: 'bills.read',
  input: inputOf(endpoints.getBill),
  readsFirst: true,
  run: async (context, { billId }) => toDetail(context, await context.db.batch(detailStatements(context, billId))),
})

const latestOf: IdOf = (erpVendorId, company) => `(SELECT n.id FROM bills n INDEXED BY bills_erp_vendor
  WHERE n.company_id = ${company} AND n.erp_vendor_id = ${erpVendorId} AND n.deleted_at IS NULL
  ORDER BY n.created_at DESC, n.id DESC LIMIT 1)`

/** Its accounts and units start the vendor's next bill. */
export const readLatestBill = query({
  id: 'bills.latest-by-erp-vendor',
  access: 'payments.use',
  input: inputOf(endpoints.latestBillOfVendor),
  readsFirst: true,
  run: async (context, { erpVendorId }) => {
    const results = await context.db.batch(detailStatements(context, erpVendorId, latestOf))
    return results[0]?.results.length ? toDetail(context, results) : null
  },
})

/** Levels and blocks from the projection, with what the person can do for each block. */
export const readApprovals = query({
  id: 'bills.get-approvals',
  access: 'bills.read',
  input: inputOf(endpoints.getBillApprovals),
  readsFirst: true,
  run: async (context, { billId: id }): Promise<ApprovalsView> => {
    const { db, actor } = context
    const [accessResult, headResult, blockResult, mailResult, delegates, usualTimes] = await db.batch([
      accessStatement(context, id),
      db.sql(
        `SELECT run, projected_sequence AS sequence, archived_at AS archivedAt, plan
           FROM bills WHERE id = ? AND company_id = ?`,
        id,
        actor.companyId,
      ),
      blocksStatement(context, id),
      db.sql(
        'SELECT block_id AS blockId FROM request_block_mails WHERE company_id = ? AND target_id = ?',
        actor.companyId,
        id,
      ),
      delegatesStatement(context, 'BILL', id),
      usualTimesStatement(context, 'BILL', id),
    ])
    const access = toReadable(accessResult?.results[0], actor)
    const head = headResult?.results[0]
    if (!head) throw notFound('The bill')
    return approvalsViewOf(actor, {
      access,
      status: access.status,
      run: Number(head.run),
      sequence: Number(head.sequence),
      archived: head.archivedAt !== null,
      plan: JSON.parse(String(head.plan)) as StoredPlan,
      blocks: blockResult?.results ?? [],
      mailed: mailResult?.results ?? [],
      delegates: delegates?.results ?? [],
      usualTimes: usualTimes?.results ?? [],
    })
  },
})

/** What changed since someone decided. */
export const readChanges = query({
  id: 'bills.get-changes',
  access: 'bills.read',
  input: inputOf(endpoints.getBillChanges),
  run: async (context, { billId, since }) => {
    await requireReadable(context, billId)
    const changed = await approvalsOf(context, billId).changesSince(context.actor.companyId, since)
    if (!changed) throw notFound('The bill')
    return {
      ...changed,
      changes: changed.changes.map(({ questionId, label, before, after }) => ({ questionId, label, before, after })),
    }
  },
})
