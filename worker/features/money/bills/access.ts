import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { actingFor, withinDelegation } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { actsForSql, toActsFor } from '../../approvals/blocks/index.ts'

/** Who may do what with a bill: people who work with payments, and those whom its approvals involve. */
export interface BillAccess {
  id: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  version: number
  run: number
  paidAt: number | null
  archived: boolean
  requestorUserId: string
  createdByUserId: string
  /** Bills have no category of requests, so no one owns them that way. */
  intakeCategoryId: null
  /** Involved as the one who entered it, approver or watcher, or as the delegate of one. */
  takesPart: boolean
  /** The participants whom the person is, or acts for here. */
  actsFor: readonly string[]
}

const accessSql = (billId: string) => `
SELECT s.id, s.status, s.version, s.run, s.paid_at AS paidAt, s.archived_at IS NOT NULL AS archived,
       s.requestor_user_id AS requestorUserId, s.created_by_user_id AS createdByUserId,
       ${actsForSql('BILL', '?3')} AS actsFor
  FROM bills s
 WHERE s.id = ${billId} AND s.company_id = ?2 AND s.deleted_at IS NULL`

/** The same for the bill of block ?1. */
export const BLOCK_ACCESS_SQL = accessSql(
  `(SELECT target_id FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2 AND target_type = 'BILL')`,
)

export const accessStatement = (
  context: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  id: string,
  idOf: (id: string, company: string) => string = (of) => of,
): D1PreparedStatement =>
  context.db.sql(accessSql(idOf('?1', '?2')), id, context.actor.companyId, JSON.stringify(actingFor(context.actor)))

export const seesAllBills = ({ policy }: Pick<StaffActor, 'policy'>): boolean => can(policy, 'payments.use')

/** For everyone else it doesn't exist. */
export const toReadable = (row: Record<string, unknown> | undefined, actor: StaffActor): BillAccess => {
  if (!row) throw notFound('The bill')
  const {
    actsFor: list,
    archived,
    ...access
  } = row as unknown as Omit<BillAccess, 'actsFor' | 'archived'> & {
    actsFor: string
    archived: number
  }
  const actsFor = toActsFor(list)
  const isOwn = [access.requestorUserId, access.createdByUserId].includes(actor.userId)
  if (actsFor.length === 0 && !isOwn && !seesAllBills(actor)) throw notFound('The bill')
  return { ...access, intakeCategoryId: null, takesPart: actsFor.length > 0, actsFor, archived: archived === 1 }
}

export const requireReadable = async (context: BaseContext & { actor: StaffActor }, id: string): Promise<BillAccess> =>
  toReadable(
    (await context.db.first<Record<string, unknown>>(accessStatement(context, id))) ?? undefined,
    context.actor,
  )

/** SQL condition "member `m` works with payments". */
export const worksWithPayments = (m: string): string => `(${m}.has_payments_access = 1 OR ${m}.has_admin_access = 1)`

/** SQL condition "the person can read bill bl": the rule of `toReadable`, with the parameters of `readerParams`. */
export const READABLE = `bl.deleted_at IS NULL AND (
  ?2 IN (bl.requestor_user_id, bl.created_by_user_id)
  OR EXISTS (SELECT 1 FROM company_memberships pm
              WHERE pm.company_id = bl.company_id AND pm.user_id = ?2 AND ${worksWithPayments('pm')})
  OR EXISTS (SELECT 1 FROM request_participants p
              WHERE p.company_id = bl.company_id AND p.target_type = 'BILL' AND p.target_id = bl.id
                AND p.user_id IN (SELECT value FROM json_each(?4)) AND ${withinDelegation('?2')}))`

const isFiler = ({ requestorUserId, createdByUserId }: BillAccess, { userId }: StaffActor): boolean =>
  requestorUserId === userId || createdByUserId === userId

/** Changing, archiving, deleting, restarting, documents: people who work with payments. Approvers only decide. */
export const mayManage = (_: BillAccess, actor: StaffActor): boolean => seesAllBills(actor)

/** A paid one stays as it was paid. */
export const mayEdit = (access: BillAccess, actor: StaffActor): boolean =>
  mayManage(access, actor) &&
  !access.archived &&
  access.paidAt === null &&
  (access.status !== 'WITHDRAWN' || isFiler(access, actor))

/** Where an approved one is booked, also after it was paid. */
export const mayModifyEntry = (access: BillAccess, actor: StaffActor): boolean =>
  mayManage(access, actor) && access.status === 'APPROVED'

export const mayRestart = (access: BillAccess, actor: StaffActor): boolean =>
  mayEdit(access, actor) && access.status !== 'APPROVED'
