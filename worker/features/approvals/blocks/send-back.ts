import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import * as endpoints from '../../../../schema/approvals/engine/send-back-endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { readerOf } from './access.ts'
import { requireReadableBlock } from './block.ts'
import { tellBlock, tellObject } from './object.ts'

/** Sending back and withdrawing. The object decides who may. */

/** Throws NOT_FOUND if nothing of that kind is approved, or the person can't see it. */
const tellSubject = async (
  context: StaffContext,
  { targetType, id }: { targetType: string; id: string },
  said: ApprovalCommandInput,
) => {
  const reader = readerOf(targetType)
  if (!reader) throw notFound('The request')
  const { intakeCategoryId: categoryId } = await reader.requireReadable(context, id)
  const { status, sequence } = await tellObject(context, { targetType, id }, { command: said, categoryId }, () =>
    reader.requireReadable(context, id),
  )
  return { status, sequence }
}

/** Throws FORBIDDEN for anyone but the requester, CONFLICT with REQUEST_CLOSED after the decision. */
export const withdraw = command({
  id: 'approvals.withdraw',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.withdrawSubject),
  run: (context, { message = '', ...subject }) => tellSubject(context, subject, { type: 'withdraw', message }),
})

/** Throws CONFLICT with SENT_BACK if the step already asks, or the refusals of a decision. */
export const sendBack = command({
  id: 'approvals.send-back',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.sendBackBlock),
  run: async (context, { id, message }) =>
    tellBlock(context, await requireReadableBlock(context, id), {
      command: { type: 'sendBack', blockId: id, message },
    }),
})

/** Throws CONFLICT with NOT_SENT_BACK once the requester has answered. */
export const takeBackSendBack = command({
  id: 'approvals.take-back-send-back',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.takeBackSendBack),
  run: async (context, { id }) =>
    tellBlock(context, await requireReadableBlock(context, id), { command: { type: 'takeBackSendBack', blockId: id } }),
})

export const answerSendBack = command({
  id: 'approvals.answer-send-back',
  access: 'approvals.take-part',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.answerSendBack),
  run: (context, { message = '', ...subject }) => tellSubject(context, subject, { type: 'answerSendBack', message }),
})
