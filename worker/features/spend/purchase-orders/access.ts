import { can } from '../../../../schema/shared/permissions.ts'
import { actingFor, type StaffActor } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { isInvolvedSql, isMemberInvolvedSql } from '../../approvals/blocks/index.ts'
import { leadsOne, type MemberIds, memberIs } from '../../platform/accounting/index.ts'
import { readsRequest, requestReaders } from '../../requests/submissions/index.ts'
import { ORDER, type Order } from './order.ts'

/**
 * Who reads a purchase order, as one SQL condition for whatever shows one: its list and page, its changes, search,
 * history, discussions and attached files. They read its request, are asked about its change, lead its department or
 * business unit, or those of its lines, made it, work with payments, or see every request.
 */

const leads = (po: string, m: string, ids: MemberIds): string => {
  const units = (field: string) => `SELECT ${po}.content ->> '$.${field}.id' AS id
    UNION ALL SELECT ol.value ->> '$.${field}.id' FROM json_each(${po}.content, '$.lines') ol`
  return `${leadsOne(m, ids, 'department', units('department'))}
    OR ${leadsOne(m, ids, 'business_unit', units('classification'))}`
}

const change = (po: string) => ({ kind: 'PURCHASE_ORDER', id: `${po}.id` })

/** The condition that member `m` reads order `po`. ?1 is the company, ?5 the time. */
export const orderReader = (po: string, m: 'm'): string => `EXISTS (SELECT 1 FROM (SELECT CASE
  WHEN ${m}.has_payments_access OR ${po}.created_by_user_id = ${m}.user_id THEN 1
  WHEN ${requestReaders(`${po}.intake_submission_id`)} THEN 1
  WHEN ${isMemberInvolvedSql(change(po), m)} THEN 1
  ELSE ${leads(po, m, { company: `${m}.company_id`, user: `${m}.user_id` })} END AS reads) ov WHERE ov.reads)`

/** Placeholders of the person who reads. */
interface Placeholders extends MemberIds {
  /** 1 for people who see every order. */
  seesAll: string
  /** A JSON list of them and those they act for. */
  actsFor: string
}

/** The condition that a person reads order `po`. By default with the parameters of `readerParams`. */
export const orderReadable = (
  po: string,
  reader: Placeholders = { company: '?1', user: '?2', seesAll: '?3', actsFor: '?4' },
): string => `(${reader.seesAll} = 1 OR EXISTS (SELECT 1 FROM (SELECT CASE
  WHEN ${po}.created_by_user_id = ${reader.user} THEN 1
  WHEN ${readsRequest(`${po}.intake_submission_id`, reader)} THEN 1
  WHEN ${isInvolvedSql(change(po), reader)} THEN 1
  ELSE ${memberIs(
    reader,
    `om.has_payments_access OR om.has_admin_access OR om.has_super_viewer_access OR ${leads(po, 'om', reader)}`,
  )} END AS reads) orr WHERE orr.reads))`

/** Whether no condition is needed. */
export const seesAllOrders = ({ policy }: Pick<StaffActor, 'policy'>): boolean =>
  can(policy, 'requests.see-all') || policy.flags.hasPaymentsAccess

/** What `orderReadable` takes besides the company: user, whether they see every order, and whom they act for. */
export const orderReaderParams = (actor: StaffActor): [string, number, string] => [
  actor.userId,
  seesAllOrders(actor) ? 1 : 0,
  JSON.stringify(actingFor(actor)),
]

const READABLE = orderReadable('po', { company: '?2', user: '?3', seesAll: '?4', actsFor: '?5' })

/** The order for a person: nothing for an order that isn’t theirs to read. */
export const readableOrderStatement = (
  { db, actor }: { db: Pick<StaffContext['db'], 'sql'>; actor: StaffActor },
  id: string,
): D1PreparedStatement =>
  db.sql(
    `${ORDER} po WHERE po.id = ?1 AND po.company_id = ?2 AND ${READABLE}`,
    ...[id, actor.companyId, ...orderReaderParams(actor)],
  )

/** Among those who read an order, admins, people who pay or file spend requests, and its author act. */
export const mayChange = ({ policy, userId }: StaffActor, createdByUserId: string | null): boolean =>
  policy.flags.hasAdminAccess ||
  policy.flags.hasSpendRequestAccess ||
  policy.flags.hasPaymentsAccess ||
  (createdByUserId !== null && createdByUserId === userId)

/** Throws NOT_FOUND for what is missing, another company’s, or not theirs to read. */
export const requireOrder = async (context: StaffContext, id: string): Promise<Order> => {
  const { db, actor } = context
  const order = await db.first<Order>(readableOrderStatement({ db, actor }, id))
  if (!order) throw notFound('The purchase order')
  return order
}

/** Throws NOT_FOUND, FORBIDDEN. */
export const requireChangeable = async (context: StaffContext, id: string): Promise<Order> => {
  const order = await requireOrder(context, id)
  if (!mayChange(context.actor, order.createdByUserId))
    throw new AppError(
      'FORBIDDEN',
      'Only admins, people with payments or spend request access, and its author can do this.',
    )
  return order
}
