import type { z } from 'zod'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import { checkCustomFields, unknownFields } from '../../../../schema/approvals/rule-sets/custom-fields.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { PlannedContent } from '../../../../schema/spend/spend-requests/content.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/endpoints.ts'
import { AppError, invalidFields } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { addUsualTimes } from '../../approvals/engine/index.ts'
import { mayEdit, requireReadable } from './access.ts'
import { loadPreview, planPinned, type SpendPlanning } from './planning.ts'
import { requireRunning } from './running.ts'

type Typed = z.output<typeof endpoints.previewInput>

/** The spend request that is being edited while its approvals run. They keep the rule sets that they started with. */
const runningOf = async (context: StaffContext, id: string | undefined) => {
  if (!id) return null
  const access = await requireReadable(context, id)
  if (!mayEdit(access, context.actor)) throw new AppError('FORBIDDEN', 'You can’t change this spend request.')
  return requireRunning(context, id)
}

/** What is typed so far, planned exactly like a submission. */
export const previewApprovals = async (context: StaffContext, typed: Typed) => {
  const { actor } = context
  const running = await runningOf(context, typed.id)
  const requestorUserId = running?.requestor.userId ?? typed.requestorId ?? actor.userId
  if (!running && requestorUserId !== actor.userId && !can(actor.policy, 'requests.submit-for-others'))
    throw new AppError('FORBIDDEN', 'You can’t file spend requests for other members.')
  const content: PlannedContent = {
    vendorId: typed.vendorId,
    currency: typed.currency ?? running?.content.currency ?? actor.company.currency,
    serviceStartDate: typed.serviceStartDate ?? null,
    serviceEndDate: typed.serviceEndDate ?? null,
    lines: typed.lines.map(({ amount, ...line }) => ({ ...line, amount: amount ?? 0 })),
    customFields: {},
  }
  const pinned = running?.status === 'PENDING' ? running : null
  const plannedWith = (planning: SpendPlanning) => {
    const fields = planning.fieldsOf(content)
    const filled = { ...content, customFields: checkCustomFields(fields, typed.customFieldValues).values }
    const facts = {
      ...planning.factsOf(filled),
      ...(running && {
        onBehalfSubmitter: running.createdBy.userId === requestorUserId ? null : running.createdBy,
        barredUserIds: [...running.involved.map(({ userId }) => userId), actor.userId].filter(
          (userId) => userId !== requestorUserId,
        ),
      }),
    }
    const planned = pinned
      ? { plan: planPinned(pinned.definitions, facts), definitions: pinned.definitions }
      : planning.planOf(filled)
    return { ...planned, facts, fields }
  }
  const { planning, usualTimes } = await loadPreview(
    context,
    { requestorUserId, contents: [content], exchange: pinned?.exchange },
    plannedWith,
  )
  const { sets } = planning
  const unknown = unknownFields(
    sets.flatMap(({ customFields }) => customFields),
    typed.customFieldValues,
    running?.content.customFields,
  )
  if (Object.keys(unknown).length > 0)
    throw invalidFields(Object.fromEntries(Object.entries(unknown).map(([id, text]) => [`customFields.${id}`, text])))
  const { plan, facts, fields } = plannedWith(planning)
  return addUsualTimes({ ...previewOf(plan, facts), customFields: fields }, usualTimes)
}

/** Who would approve, and why. */
export const previewSpendRequest = query({
  id: 'spend-requests.preview',
  access: 'spend-requests.read',
  input: inputOf(endpoints.previewSpendRequest),
  readsFirst: true,
  run: previewApprovals,
})
