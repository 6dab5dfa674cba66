import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { calendarDate, id, instant, named, person } from '../../shared/values.ts'
import { delegationState, END_BEFORE_START, endsBeforeStart, type Period } from './delegation.ts'

/** In a list of delegates `user` is the delegate. In a list of people someone acts for, it is the one who delegated. */
export const delegation = z.object({
  user: person,
  note: z.string(),
  startsOn: calendarDate.nullable(),
  endsOn: calendarDate.nullable(),
  /** The request and spend categories it is for. Null for all. */
  categories: z.array(named).nullable(),
  /** The highest amount, in the company's currency. Null for any. Without an amount there is nothing to compare. */
  maxAmount: money.nullable(),
  state: delegationState,
  /** Whether the delegate can decide today. */
  isInForce: z.boolean(),
  createdAt: instant,
})
export type Delegation = z.infer<typeof delegation>

const terms = {
  note: z.string().trim().max(500, 'At most 500 characters').default(''),
  startsOn: calendarDate.nullable().default(null),
  endsOn: calendarDate.nullable().default(null),
  /** Left out, the limits stay as they are: a delegation doesn't widen unasked. An empty list and null are no limit. */
  categoryIds: z.array(id).max(100, 'At most 100 categories').optional(),
  maxAmount: money
    .refine(({ value }) => value > 0, 'Enter an amount above zero')
    .nullable()
    .optional(),
}

const inOrder = <Body extends z.ZodType<Period>>(body: Body): Body =>
  body.refine((period) => !endsBeforeStart(period), { path: ['endsOn'], message: END_BEFORE_START })

// ---- One's own

export const listOwnDelegates = endpoint({
  id: 'settings.list-my-delegates',
  method: 'GET',
  path: '/api/current-user/delegate-approvers',
  summary: 'The signed-in person’s delegates, and the people they act for',
  response: z.object({ delegates: z.array(delegation), actsFor: z.array(delegation) }),
})

/** Adding the same delegate again changes the dates, the note and the limits. */
export const setOwnDelegate = endpoint({
  id: 'settings.set-my-delegate',
  method: 'POST',
  path: '/api/current-user/delegate-approvers',
  summary: 'Let another member approve for the signed-in person',
  body: inOrder(z.object({ userId: id, ...terms })),
  response: delegation,
})

export const removeOwnDelegate = endpoint({
  id: 'settings.delete-my-delegate',
  method: 'DELETE',
  path: '/api/current-user/delegate-approvers/{userId}',
  summary: 'Remove a delegate of the signed-in person',
  params: z.object({ userId: id }),
  response: z.null(),
})

// ---- Any member's, by an admin

export const listMemberDelegates = endpoint({
  id: 'members.list-delegate-approvers',
  method: 'GET',
  path: '/api/members/{memberId}/delegate-approvers',
  summary: 'A member’s delegates, and the people the member acts for',
  params: z.object({ memberId: id }),
  response: z.object({ delegates: z.array(delegation), actsFor: z.array(delegation) }),
})

export const setMemberDelegate = endpoint({
  id: 'members.set-delegate-approver',
  method: 'POST',
  path: '/api/members/{memberId}/delegate-approvers',
  summary: 'Let a member approve for another one',
  params: z.object({ memberId: id }),
  body: inOrder(z.object({ delegateUserId: id, ...terms })),
  response: delegation,
})

export const removeMemberDelegate = endpoint({
  id: 'members.delete-delegate-approver',
  method: 'DELETE',
  path: '/api/members/{memberId}/delegate-approvers/{delegateUserId}',
  summary: 'Remove a member’s delegate',
  params: z.object({ memberId: id, delegateUserId: id }),
  response: z.null(),
})
