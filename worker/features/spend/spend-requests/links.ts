import type { Named } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { requireUnarchived } from '../../../core/kinds/archived.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { announce, partOf } from '../../approvals/blocks/index.ts'
import { linkStatement, requireDocuments, unlinkStatement } from '../../documents/documents/index.ts'
import { requireService } from '../../vendors/services/index.ts'
import { mayLink, READABLE, readerParams, requireReadable, type SpendAccess } from './access.ts'
import { planRunning, tell } from './running.ts'

/** Documents and services of a spend request. Only removing a document that people approved with asks them again. */

const TARGET = 'SPEND_REQUEST' as const
const ONLY = 'Only the requester, admins and people with access to spend requests can do this.'

const requireLinkable = async (context: StaffContext, id: string): Promise<SpendAccess> => {
  const access = await requireReadable(context, id)
  if (!mayLink(access, context.actor)) throw new AppError('FORBIDDEN', ONLY)
  return access
}

const changed = async (
  context: StaffContext,
  id: string,
  change: { statements: D1PreparedStatement[]; action: string; message: string; changeData: unknown },
): Promise<{ id: string }> => {
  const { statements, action, ...entry } = change
  const result = await commit(context, {
    subject: 'The spend request',
    statements,
    audit: [
      {
        ...entry,
        changeKey: `${action}:${id}:${context.newId()}`,
        action,
        targetType: TARGET,
        targetId: id,
      },
    ],
    result: { id },
  })
  announce(context, { targetType: TARGET, id })
  return result
}

/** Nothing is written but the command's result. */
const unchanged = (context: StaffContext, id: string) =>
  commit(context, { subject: 'The spend request', statements: [], audit: [], result: { id } })

const names = (things: readonly Named[]): string => things.map(({ name }) => name).join(', ')

/** The documents among these that are attached to it, and that the person can read. */
const attached = async (
  context: StaffContext,
  id: string,
  documentIds: string[],
): Promise<(Named & { attachedAt: number })[]> => {
  const documents = await requireDocuments(context, documentIds, new Set(documentIds))
  const rows = await context.db.all<{ id: string; attachedAt: number }>(
    context.db.sql(
      `SELECT document_id AS id, created_at AS attachedAt FROM document_links
        WHERE company_id = ? AND target_type = 'SPEND_REQUEST' AND target_id = ?`,
      context.actor.companyId,
      id,
    ),
  )
  const since = new Map(rows.map((row) => [row.id, row.attachedAt]))
  return documents.flatMap(({ id: documentId, name }) => {
    const attachedAt = since.get(documentId)
    return attachedAt === undefined ? [] : [{ id: documentId, name, attachedAt }]
  })
}

/** Attaching a document that is there already changes nothing. */
export const addDocuments = command({
  id: 'spend-requests.add-documents',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.addSpendDocuments),
  run: async (context, { spendRequestId: id, documentIds }) => {
    await requireLinkable(context, id)
    const there = new Set((await attached(context, id, documentIds)).map((document) => document.id))
    const documents = (await requireDocuments(context, documentIds, there)).filter(
      (document) => !there.has(document.id),
    )
    if (documents.length === 0) return unchanged(context, id)
    await requireUnarchived(context, [{ kind: TARGET, id }])
    return changed(context, id, {
      statements: [linkStatement(context, documents, [[TARGET, id]])],
      action: 'spend-request.documents-added',
      message: `${context.actor.name} added ${names(documents)}`,
      changeData: { documents },
    })
  },
})

/** Who has approved with one of them is asked again. */
export const removeDocuments = command({
  id: 'spend-requests.remove-documents',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.removeSpendDocuments),
  run: async (context, { spendRequestId: id, documentIds }) => {
    const { status } = await requireLinkable(context, id)
    const found = await attached(context, id, documentIds)
    if (found.length === 0) return unchanged(context, id)
    // Told first: if anything fails in between, the documents are still there and people are asked again.
    if (status === 'PENDING') {
      const { base, planning } = await planRunning(context, id)
      const command = { type: 'removeDocuments' as const, documents: found }
      await tell(partOf(context, 'documents'), id, { command, planning: planning.contextOf(base.content) })
    }
    const documents = found.map(({ id: documentId, name }) => ({ id: documentId, name }))
    return changed(context, id, {
      statements: [unlinkStatement(context, documents, [[TARGET, id]])],
      action: 'spend-request.documents-removed',
      message: `${context.actor.name} removed ${names(documents)}`,
      changeData: { before: { documents } },
    })
  },
})

/** Throws INVALID for a service of another company. What is linked or unlinked already stays. */
export const changeServices = command({
  id: 'spend-requests.change-services',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.changeSpendServices),
  run: async (context, { spendRequestId: id, serviceIdsToAdd, serviceIdsToRemove }) => {
    const { db, actor, clock } = context
    await requireLinkable(context, id)
    const wanted = [...new Set([...serviceIdsToAdd, ...serviceIdsToRemove])]
    const rows = await db.all<Named & { linked: number }>(
      db.sql(
        `SELECT t.id, t.name, EXISTS (SELECT 1 FROM spend_request_services k WHERE k.company_id = ?1
                  AND k.service_id = t.id AND k.spend_request_id = ?2) AS linked
           FROM json_each(?3) j CROSS JOIN services t ON t.id = j.value AND +t.company_id = ?1`,
        actor.companyId,
        id,
        JSON.stringify(wanted),
      ),
    )
    const known = new Set(rows.map((row) => row.id))
    if (serviceIdsToAdd.some((of) => !known.has(of)))
      throw invalidField('serviceIdsToAdd', 'One of the services no longer exists')
    const adding = rows.filter((row) => row.linked === 0 && serviceIdsToAdd.includes(row.id))
    const removing = rows.filter(
      (row) => row.linked === 1 && serviceIdsToRemove.includes(row.id) && !serviceIdsToAdd.includes(row.id),
    )
    if (adding.length + removing.length === 0) return unchanged(context, id)
    if (adding.length > 0)
      await requireUnarchived(context, [
        { kind: TARGET, id },
        ...adding.map((service) => ({ kind: 'SERVICE' as const, id: service.id })),
      ])
    const idsOf = (services: readonly Named[]) => JSON.stringify(services.map((service) => service.id))
    const said = [
      adding.length > 0 && `linked ${names(adding)}`,
      removing.length > 0 && `unlinked ${names(removing)}`,
    ].filter(Boolean)
    return changed(context, id, {
      statements: [
        db.sql(
          `INSERT OR IGNORE INTO spend_request_services (company_id, service_id, spend_request_id, created_at)
           SELECT ?1, value, ?2, ?4 FROM json_each(?3)`,
          actor.companyId,
          id,
          idsOf(adding),
          clock.now(),
        ),
        db.sql(
          `DELETE FROM spend_request_services WHERE company_id = ?1 AND spend_request_id = ?2
              AND service_id IN (SELECT value FROM json_each(?3))`,
          actor.companyId,
          id,
          idsOf(removing),
        ),
      ],
      action: 'spend-request.services-changed',
      message: `${actor.name} ${said.join(' and ')}`,
      changeData: { added: adding, removed: removing },
    })
  },
})

type LinkedSpend = { id: string; number: number; linked: number }

/** For people who can edit the service. Throws INVALID for a spend request that they can't see. */
export const changeOnService = command({
  id: 'spend-requests.change-on-service',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.changeSpendOfService),
  run: async (context, { serviceId, spendRequestIdsToAdd: toAdd, spendRequestIdsToRemove: toRemove }) => {
    const { db, actor, clock } = context
    const service = await requireService(context, serviceId)
    if (!service.canEdit) throw new AppError('FORBIDDEN', 'You can’t change this service.')
    const rows = await db.all<LinkedSpend>(
      db.sql(
        `SELECT sr.id, sr.number, EXISTS (SELECT 1 FROM spend_request_services k WHERE k.company_id = ?1
                  AND k.service_id = ?5 AND k.spend_request_id = sr.id) AS linked
           FROM json_each(?6) j CROSS JOIN spend_requests sr ON sr.id = j.value AND +sr.company_id = ?1
          WHERE ${READABLE}`,
        ...readerParams(actor),
        serviceId,
        JSON.stringify([...new Set([...toAdd, ...toRemove])]),
      ),
    )
    const known = new Set(rows.map((row) => row.id))
    if (toAdd.some((of) => !known.has(of)))
      throw invalidField('spendRequestIdsToAdd', 'One of the spend requests no longer exists')
    const adding = rows.filter((row) => row.linked === 0 && toAdd.includes(row.id))
    const removing = rows.filter((row) => row.linked === 1 && toRemove.includes(row.id) && !toAdd.includes(row.id))
    if (adding.length > 0)
      await requireUnarchived(context, [
        { kind: 'SERVICE', id: serviceId },
        ...adding.map(({ id }) => ({ kind: TARGET, id })),
      ])
    const idsOf = (spend: readonly LinkedSpend[]) => JSON.stringify(spend.map(({ id }) => id))
    const of = [{ id: service.id, name: service.name }]
    const entry = (verb: 'linked' | 'unlinked', { id }: LinkedSpend) => ({
      changeKey: `spend-request.services-changed:${id}:${context.newId()}`,
      action: 'spend-request.services-changed',
      targetType: TARGET,
      targetId: id,
      message: `${actor.name} ${verb} ${service.name}`,
      changeData: { added: verb === 'linked' ? of : [], removed: verb === 'unlinked' ? of : [] },
    })
    const result = await commit(context, {
      subject: 'The service',
      statements:
        adding.length + removing.length === 0
          ? []
          : [
              db.sql(
                `INSERT OR IGNORE INTO spend_request_services (company_id, service_id, spend_request_id, created_at)
                 SELECT ?1, ?2, value, ?4 FROM json_each(?3)`,
                ...[actor.companyId, serviceId, idsOf(adding), clock.now()],
              ),
              db.sql(
                `DELETE FROM spend_request_services WHERE company_id = ?1 AND service_id = ?2
                    AND spend_request_id IN (SELECT value FROM json_each(?3))`,
                ...[actor.companyId, serviceId, idsOf(removing)],
              ),
            ],
      audit: [...adding.map((each) => entry('linked', each)), ...removing.map((each) => entry('unlinked', each))],
      result: { id: serviceId },
    })
    for (const { id } of [...adding, ...removing]) announce(context, { targetType: TARGET, id })
    return result
  },
})
