import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { actingFor, withinDelegation } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { actsForSql, toActsFor } from '../../approvals/blocks/index.ts'
import { registerNaming } from '../../requests/proposed-vendors/index.ts'

/** Who may do what with a spend request. The rules are those of requests, without categories and their owners. */
export interface SpendAccess {
  id: string
  number: number
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  version: number
  vendorId: string
  needsSigner: boolean
  archived: boolean
  requestorUserId: string
  createdByUserId: string
  /** Spend requests have no category of requests, so no one owns them that way. */
  intakeCategoryId: null
  /** Involved as requester, approver or watcher, or as the delegate of one. */
  takesPart: boolean
  /** The participants whom the person is, or acts for here. */
  actsFor: readonly string[]
}

type AccessRow = Omit<SpendAccess, 'takesPart' | 'actsFor' | 'needsSigner' | 'archived'> & {
  actsFor: string
  needsSigner: number
  archived: number
}

const accessSql = (spendRequestId: string) => `
SELECT s.id, s.number, s.status, s.version, s.vendor_id AS vendorId, s.needs_signer AS needsSigner,
       s.archived_at IS NOT NULL AS archived, s.requestor_user_id AS requestorUserId,
       s.created_by_user_id AS createdByUserId,
       ${actsForSql('SPEND_REQUEST', '?3')} AS actsFor
  FROM spend_requests s
 WHERE s.id = ${spendRequestId} AND s.company_id = ?2 AND s.deleted_at IS NULL`

/** The same for the spend request of block ?1. */
export const BLOCK_ACCESS_SQL = accessSql(
  `(SELECT target_id FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2 AND target_type = 'SPEND_REQUEST')`,
)

/** SQL of a spend request's id, from those of the parameters with an id and the company. */
export type IdOf = (id: string, company: string) => string

export const accessStatement = (
  context: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  id: string,
  idOf: IdOf = (of) => of,
): D1PreparedStatement =>
  context.db.sql(accessSql(idOf('?1', '?2')), id, context.actor.companyId, JSON.stringify(actingFor(context.actor)))

/** The requester, author, approvers, watchers, admins and super viewers. For everyone else it doesn't exist. */
export const toReadable = (row: Record<string, unknown> | undefined, actor: StaffActor): SpendAccess => {
  if (!row) throw notFound('The spend request')
  const { actsFor: list, needsSigner, archived, ...access } = row as unknown as AccessRow
  const actsFor = toActsFor(list)
  const involved = actsFor.length > 0
  const isOwn = [access.requestorUserId, access.createdByUserId].includes(actor.userId)
  if (!involved && !isOwn && !can(actor.policy, 'requests.see-all')) throw notFound('The spend request')
  return {
    ...access,
    intakeCategoryId: null,
    takesPart: involved,
    actsFor,
    needsSigner: needsSigner === 1,
    archived: archived === 1,
  }
}

export const requireReadable = async (
  context: BaseContext & { actor: StaffActor },
  id: string,
): Promise<SpendAccess> => {
  const row = await context.db.first<Record<string, unknown>>(accessStatement(context, id))
  return toReadable(row ?? undefined, context.actor)
}

/** SQL condition "the person can read spend request sr": the rule of `toReadable` for many. */
const readableBy = (user: string, seesAll: string, actsFor: string): string => `sr.deleted_at IS NULL AND (
  ${seesAll} = 1 OR ${user} IN (sr.requestor_user_id, sr.created_by_user_id)
  OR EXISTS (SELECT 1 FROM request_participants p
              WHERE p.company_id = sr.company_id AND p.target_type = 'SPEND_REQUEST' AND p.target_id = sr.id
                AND p.user_id IN (SELECT value FROM json_each(${actsFor})) AND ${withinDelegation(user)}))`

/** The same with the parameters of `readerParams`. */
export const READABLE = readableBy('?2', '?3', '?4')

/** Parameters 1 to 4 of a statement with `READABLE`. */
export const readerParams = (actor: StaffActor): [string, string, number, string] => [
  actor.companyId,
  actor.userId,
  can(actor.policy, 'requests.see-all') ? 1 : 0,
  JSON.stringify(actingFor(actor)),
]

registerNaming((actor, bind) => {
  const [user = '', seesAll = '', actsFor = ''] = readerParams(actor).slice(1).map(bind)
  return `EXISTS (SELECT 1 FROM spend_requests sr INDEXED BY spend_requests_vendor
    WHERE sr.company_id = p.company_id AND sr.vendor_id = p.id AND ${readableBy(user, seesAll, actsFor)})`
})

const isFiler = ({ requestorUserId, createdByUserId }: SpendAccess, { userId }: StaffActor): boolean =>
  requestorUserId === userId || createdByUserId === userId

/** Archiving, deleting, restarting: for the requester, the person who filed it, and admins. */
export const mayManage = (access: SpendAccess, actor: StaffActor): boolean =>
  actor.policy.flags.hasAdminAccess || isFiler(access, actor)

/** The same people can change it, unless the company leaves that to admins. */
export const mayEdit = (access: SpendAccess, actor: StaffActor): boolean =>
  !access.archived &&
  (access.status !== 'WITHDRAWN' || isFiler(access, actor)) &&
  (actor.policy.flags.hasAdminAccess ||
    (isFiler(access, actor) && !actor.policy.company.restrictSubmissionEditToAdmins))

/** Only its requester submits it again after withdrawing it. */
export const mayRestart = (access: SpendAccess, actor: StaffActor): boolean =>
  !access.archived &&
  access.status !== 'APPROVED' &&
  (access.status === 'WITHDRAWN' ? isFiler(access, actor) : mayManage(access, actor))

/** Documents and services: also for people with access to spend requests. */
export const mayLink = (access: SpendAccess, actor: StaffActor): boolean =>
  mayManage(access, actor) || actor.policy.flags.hasSpendRequestAccess

/** People who manage vendors, and the approvers who are asked for a signer. */
export const maySetSigner = (access: SpendAccess, actor: StaffActor, isApprover: boolean): boolean =>
  access.needsSigner && (can(actor.policy, 'vendors.edit') || isApprover)
