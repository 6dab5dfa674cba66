import { z } from 'zod'
import type { ApprovalsView } from '../../../../schema/approvals/engine/endpoints.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { wasDecided } from '../../../../schema/approvals/engine/restarting.ts'
import type { RuleSet } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { type Exchange, explainConversion, inCompanyCurrency, isConverted } from '../../../../schema/shared/exchange.ts'
import { fullName, id as idOf, type Named, type Person } from '../../../../schema/shared/values.ts'
import { amortized } from '../../../../schema/spend/spend-requests/amortization.ts'
import { idsOf, type SpendContent, totalOf } from '../../../../schema/spend/spend-requests/content.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type ReferredNames, readReferredNames } from '../../../core/referred-names.ts'
import { approvalsViewOf, delegatesStatement, type StoredPlan } from '../../approvals/blocks/index.ts'
import { usualTimesStatement } from '../../approvals/engine/index.ts'
import { ruleSetsOf, ruleSetsStatement } from '../../approvals/rule-sets/index.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import {
  accessStatement,
  type IdOf,
  mayEdit,
  mayLink,
  mayManage,
  mayRestart,
  maySetSigner,
  requireReadable,
  type SpendAccess,
  toReadable,
} from './access.ts'
import { referredBy, SPEND_COLUMNS, type SpendDbRow, toSpendRow } from './rows.ts'
import { approvalsOf } from './running.ts'

/** One spend request as its page shows it, in two round trips. */

type Row = Record<string, unknown>

const blocksStatement = ({ db, actor }: StaffContext, id: string, it = '?2'): D1PreparedStatement =>
  db.sql(
    `SELECT l.block FROM spend_requests s
       JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'SPEND_REQUEST'
        AND l.target_id = s.id AND l.run = s.run
      WHERE s.id = ${it} AND s.company_id = ?1 ORDER BY l.level, l.ordinal, l.id`,
    actor.companyId,
    id,
  )

const blocksOf = (rows: readonly Row[] = []): Block[] => rows.map(({ block }) => JSON.parse(String(block)) as Block)

/**
 * @param id its id, or that of the request whose spend request it is
 * @param idOf SQL of its id, from those of the parameters `id` and company
 */
export const detailStatements = (context: StaffContext, id: string, idOf: IdOf = (of) => of): D1PreparedStatement[] => {
  const { db, actor } = context
  const of = [actor.companyId, id]
  const it = idOf('?2', '?1')
  return [
    accessStatement(context, id, idOf),
    db.sql(
      `SELECT ${SPEND_COLUMNS}, s.content, s.plan, s.version, s.run, s.archive_message AS archiveMessage,
              s.created_by_user_id AS createdByUserId, v.signer_user_id AS signerUserId
         FROM spend_requests s LEFT JOIN vendors v ON v.id = s.vendor_id AND v.company_id = s.company_id
        WHERE s.id = ${it} AND s.company_id = ?1`,
      ...of,
    ),
    blocksStatement(context, id, it),
    db.sql(
      `SELECT user_id AS id FROM request_participants
        WHERE company_id = ?1 AND target_type = 'SPEND_REQUEST' AND target_id = ${it} AND is_watcher = 1`,
      ...of,
    ),
    db.sql(
      `SELECT d.id, d.display_name AS name FROM document_links k CROSS JOIN documents d ON d.id = k.document_id
        WHERE k.company_id = ?1 AND k.target_type = 'SPEND_REQUEST' AND k.target_id = ${idOf('?5', '?1')} AND ${readableDocument()}
        ORDER BY k.created_at, d.id`,
      ...readableParams(actor),
      id,
    ),
    db.sql(
      `SELECT t.id, t.name FROM spend_request_services k INDEXED BY spend_request_services_request
        CROSS JOIN services t ON t.id = k.service_id
        WHERE k.company_id = ?1 AND k.spend_request_id = ${it} ORDER BY t.name, t.id`,
      ...of,
    ),
    // The current version and the one that was approved before it.
    db.sql(
      `SELECT v.version, v.content, v.changed_by_name AS changedByName, v.changed_at AS changedAt
         FROM spend_requests s CROSS JOIN spend_request_versions v ON v.spend_request_id = s.id
        WHERE s.id = ${it} AND s.company_id = ?1 AND (v.version = s.version OR v.version = (
          SELECT MAX(a.version) FROM spend_request_versions a
           WHERE a.spend_request_id = s.id AND a.approved_at IS NOT NULL AND a.version < s.version))
        ORDER BY v.version DESC`,
      ...of,
    ),
    ruleSetsStatement(db, actor.companyId),
    db.sql(
      `SELECT s.requestor_user_id AS userId, d.id, d.name FROM spend_requests s
        CROSS JOIN department_members m INDEXED BY department_members_user
           ON m.company_id = s.company_id AND m.user_id = s.requestor_user_id
        CROSS JOIN departments d ON d.id = m.department_id
        WHERE s.id = ${it} AND s.company_id = ?1 ORDER BY d.name`,
      ...of,
    ),
  ]
}

const GONE = (id: string): Named => ({ id, name: 'Removed' })

const contentView = (
  { version, content }: { version: number; content: SpendContent },
  names: ReferredNames,
  sets: readonly RuleSet[],
): endpoints.SpendVersion => {
  const named = (of: Parameters<ReferredNames['named']>[0], id: string) => names.named(of, id) ?? GONE(id)
  return {
    version,
    estimatedCost: totalOf(content),
    description: content.description,
    vendor: named('vendors', content.vendorId),
    serviceStartDate: content.serviceStartDate,
    serviceEndDate: content.serviceEndDate,
    needsSigner: content.needsSigner,
    spendRequestLines: content.lines.map((line) => ({
      id: line.id,
      estimatedCost: { value: line.amount, currency: content.currency },
      description: line.description,
      category: named('spendCategories', line.categoryId),
      department: named('departments', line.departmentId),
      businessUnit: line.businessUnitId === null ? null : named('businessUnits', line.businessUnitId),
      entity: line.entityId === null ? null : named('entities', line.entityId),
      cut: line.cut
        ? {
            asked: { value: line.cut.asked, currency: content.currency },
            isRejected: line.cut.isRejected,
            reason: line.cut.reason,
            by: { id: line.cut.by.userId, name: line.cut.by.name },
            at: new Date(line.cut.at).toISOString(),
          }
        : null,
    })),
    customFieldValues: customFieldsOf(content, sets),
  }
}

const customFieldsOf = ({ customFields }: SpendContent, sets: readonly RuleSet[]) => {
  const fields = new Map(sets.flatMap((set) => set.customFields).map((field) => [field.id, field]))
  return Object.entries(customFields).map(([id, value]) => {
    const field = fields.get(id)
    const labels = new Map(field?.options.map((option) => [option.id, option.label]))
    const texts = [value].flat().map((each) => labels.get(each) ?? each)
    return { id, label: field?.label ?? 'A removed field', value: texts.join(', ') }
  })
}

/** The groups through which the person approves it. */
const approverGroups = (blocks: readonly Block[], { userId }: StaffActor) => {
  const found = blocks.flatMap(({ level, approvers }) =>
    approvers
      .filter((approver) => approver.userId === userId)
      .flatMap(({ sources = [] }) => sources)
      .flatMap((source) => (source.kind === 'GROUP' ? [{ groupId: source.id, groupName: source.name, level }] : [])),
  )
  return [...new Map(found.map((group) => [`${group.level} ${group.groupId}`, group])).values()]
}

const rightsOf = (access: SpendAccess, actor: StaffActor, blocks: readonly Block[]) => {
  const isApprover = blocks.some(({ approvers }) => approvers.some(({ userId }) => userId === actor.userId))
  const edits = mayEdit(access, actor)
  return {
    canEdit: edits && access.status !== 'APPROVED',
    canModify: edits && access.status === 'APPROVED',
    canArchive: mayManage(access, actor),
    canDelete: mayManage(access, actor) && !wasDecided({ status: access.status, blocks: [...blocks] }),
    canRestart: mayRestart(access, actor),
    canLink: mayLink(access, actor),
    canSetSigner: maySetSigner(access, actor, isApprover),
  }
}

const conversionOf = (content: SpendContent, plan: StoredPlan & { exchange?: Exchange | null }): string | null => {
  const converted = inCompanyCurrency(totalOf(content), plan.exchange ?? undefined)
  return isConverted(converted) ? explainConversion(converted) : null
}

export const readSpendRequest = query({
  id: 'spend-requests.get',
  access: 'spend-requests.read',
  input: inputOf(endpoints.getSpendRequest),
  readsFirst: true,
  run: async (context, { id }) => toDetail(context, await context.db.batch(detailStatements(context, id))),
})

/** @param results those of the statements */
export const toDetail = async (
  context: StaffContext,
  results: readonly { results: unknown[] }[],
): Promise<endpoints.SpendRequest> => {
  const { db, actor } = context
  const [accessRows, heads, blockRows, watcherRows, documents, services, versions, setRows, departments] = results.map(
    (result) => result.results as Row[],
  )
  const access = toReadable(accessRows?.[0], actor)
  const head = heads?.[0] as (SpendDbRow & Row) | undefined
  if (!head) throw notFound('The spend request')
  const [now, before] = (versions ?? []).map((row) => ({
    version: Number(row.version),
    content: JSON.parse(String(row.content)) as SpendContent,
    changedByName: String(row.changedByName),
    changedAt: new Date(Number(row.changedAt)).toISOString(),
  }))
  if (!now) throw notFound('The spend request')
  const contents = [now, ...(before ? [before] : [])].map(({ content }) => content)
  const lines = contents.flatMap((content) => content.lines)
  const watcherIds = (watcherRows ?? []).map((row) => String(row.id))
  const names = await readReferredNames(db, actor.companyId, {
    vendors: [head.vendorId, ...contents.map(({ vendorId }) => vendorId)],
    spendCategories: idsOf(lines, 'categoryId'),
    departments: idsOf(lines, 'departmentId'),
    businessUnits: idsOf(lines, 'businessUnitId'),
    entities: idsOf(lines, 'entityId'),
    people: [
      ...(referredBy([head]).people ?? []),
      String(head.createdByUserId),
      head.signerUserId as string,
      ...watcherIds,
    ],
  })
  const blocks = blocksOf(blockRows)
  const sets = ruleSetsOf(setRows ?? [])
  const row = toSpendRow(head, names)
  const requestor = personOf(names, access.requestorUserId)
  const current = contentView(now, names, sets)
  const filer = access.createdByUserId === access.requestorUserId ? null : personOf(names, access.createdByUserId)
  return {
    ...row,
    ...current,
    run: Number(head.run),
    requestor: {
      ...requestor,
      name: fullName(requestor),
      departments: (departments ?? []).map((unit) => ({ id: String(unit.id), name: String(unit.name) })),
    },
    submittedByUser: filer,
    // After a merge the content still names the other one.
    vendor: { ...row.vendor, signer: names.person(head.signerUserId as string | null) },
    customFields: now.content.customFields,
    watchers: watcherIds.map((of) => ({ id: of, name: fullName(personOf(names, of)) })),
    documents: (documents ?? []) as unknown as Named[],
    services: (services ?? []) as unknown as Named[],
    myApproverGroups: approverGroups(blocks, actor),
    months: amortized(totalOf(now.content).value, now.content),
    conversion: conversionOf(now.content, JSON.parse(String(head.plan))),
    archiveMessage: row.archived ? ((head.archiveMessage as string | null) ?? null) : null,
    approved: before ? contentView(before, names, sets) : null,
    changedByName: now.changedByName,
    changedAt: now.changedAt,
    ...rightsOf(access, actor, blocks),
  }
}

const personOf = (names: ReferredNames, id: string): Person =>
  names.person(id) ?? { id, firstName: 'A former', lastName: 'member', email: '' }

/** Levels and blocks from the projection, with what the person can do for each block. */
export const readApprovals = query({
  id: 'spend-requests.get-approvals',
  access: 'spend-requests.read',
  input: inputOf(endpoints.getSpendApprovals),
  readsFirst: true,
  run: async (context, { id }): Promise<ApprovalsView> => {
    const { db, actor } = context
    const [accessResult, headResult, blockResult, mailResult, delegates, usualTimes] = await db.batch([
      accessStatement(context, id),
      db.sql(
        `SELECT status, run, projected_sequence AS sequence, archived_at AS archivedAt, plan
           FROM spend_requests WHERE id = ? AND company_id = ?`,
        id,
        actor.companyId,
      ),
      blocksStatement(context, id),
      db.sql(
        'SELECT block_id AS blockId FROM request_block_mails WHERE company_id = ? AND target_id = ?',
        actor.companyId,
        id,
      ),
      delegatesStatement(context, 'SPEND_REQUEST', id),
      usualTimesStatement(context, 'SPEND_REQUEST', id),
    ])
    const access = toReadable(accessResult?.results[0], actor)
    const head = headResult?.results[0]
    if (!head) throw notFound('The spend request')
    const plan = JSON.parse(String(head.plan)) as StoredPlan
    return approvalsViewOf(actor, {
      access,
      status: access.status,
      run: Number(head.run),
      sequence: Number(head.sequence),
      archived: head.archivedAt !== null,
      plan,
      blocks: blockResult?.results ?? [],
      mailed: mailResult?.results ?? [],
      delegates: delegates?.results ?? [],
      usualTimes: usualTimes?.results ?? [],
    })
  },
})

/** What changed since someone decided. */
export const readChanges = query({
  id: 'spend-requests.get-changes',
  access: 'spend-requests.read',
  input: inputOf(endpoints.getSpendChanges),
  run: async (context, { id, since }) => {
    await requireReadable(context, id)
    const changed = await approvalsOf(context, id).changesSince(context.actor.companyId, since)
    if (!changed) throw notFound('The spend request')
    return {
      ...changed,
      changes: changed.changes.map(({ questionId, label, before, after }) => ({ questionId, label, before, after })),
    }
  },
})

/** Plans that a spend request counts toward. There are none until plans exist. */
export const readPlans = query({
  id: 'spend-requests.plans',
  access: 'spend-requests.read',
  input: z.object({ spendRequestId: idOf, spendRequestLineId: idOf.optional() }),
  run: async (context, { spendRequestId }): Promise<{ id: string; name: string }[]> => {
    await requireReadable(context, spendRequestId)
    return []
  },
})
