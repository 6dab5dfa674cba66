import type { StaffActor } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type Order, readableOrderStatement } from './order.ts'

/** Of those who read an order, admins, people who pay or file spend requests, and its author act. */
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
