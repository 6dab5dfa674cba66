import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import type { Involved, RequestStatus } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { RequestContent, RequestSource } from '../../../../schema/requests/submissions/content.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { type FilingContext, loadFilingContext } from './planning.ts'
import type { SubmissionAccess } from './visibility.ts'

/** A request in progress as its object plans for it. */
export interface RunningRequest extends RequestContent {
  version: number
  status: RequestStatus
  requestor: PersonRef
  createdBy: PersonRef
  involved: Involved[]
  watchers: PersonRef[]
  /** The form it was filed with, with the rates of that day. */
  form: FormDefinition
  /** The workflow it started with. Null if it needs no approval. */
  workflow: WorkflowSnapshot | null
}

/** Null if nothing was submitted. */
export const readRunning = async (
  { env, actor }: Pick<StaffContext, 'env' | 'actor'>,
  id: string,
): Promise<RunningRequest | null> => {
  const base = await approvalFor(env, 'intake', id).planningBase(actor.companyId)
  if (!base) return null
  const { version, status, requestor, createdBy, involved, watchers, definitions, exchange } = base
  const { form } = base.source as RequestSource
  return {
    ...(base.content as RequestContent),
    ...{ version, status, requestor, createdBy, involved, watchers },
    form: exchange ? { ...form, exchange } : form,
    workflow: definitions[0] ?? null,
  }
}

/** What planning needs for a request in progress: its own form, workflow and answers. */
export const planRunning = async (
  context: StaffContext,
  request: SubmissionAccess,
  more: { answers?: Answers; principalIds?: string[] } = {},
): Promise<{ base: RunningRequest; filing: FilingContext; answers: Answers; planning: PlanningContext }> => {
  const base = await readRunning(context, request.id)
  if (!base) throw notFound('The request')
  const given = { ...base.answers, ...more.answers }
  const filing = await loadFilingContext(context, {
    categoryId: request.intakeCategoryId,
    requestorUserId: base.requestor.userId,
    answers: given,
    formVersion: request.formVersion,
    pinned: base.workflow?.definition ?? null,
    exchange: base.form.exchange,
    principalIds: more.principalIds ?? [],
  })
  const answers = filing.kept(given)
  return { base, filing, answers, planning: filing.planningOf(answers) }
}

interface Choice {
  approverType: string
  approverGroupIds: string[]
  approverUserIds: string[]
}

/** Approvers named by hand must be active members of the company. Throws INVALID for the field. */
export const checkChosen = ({ organisation }: PlanningContext, choice: Choice): void => {
  if (choice.approverType === 'NO_APPROVERS') throw invalidField('approverType', 'Choose who approves')
  if (choice.approverType !== 'CUSTOM_APPROVERS') return
  const { groups, people } = organisation
  if (choice.approverGroupIds.length + choice.approverUserIds.length === 0)
    throw invalidField('approverUserIds', 'Choose at least one group or person')
  const unknownGroup = choice.approverGroupIds.some((groupId) => !groups[groupId])
  if (unknownGroup) throw invalidField('approverGroupIds', 'One of the groups no longer exists')
  const unknown = choice.approverUserIds.some((userId) => !people[userId] || people[userId].disabled)
  if (unknown) throw invalidField('approverUserIds', 'One of the people is no longer a member, or is disabled')
}

interface Member {
  id: string
  name: string
}

/** Active members by their ids, in the given order. Throws INVALID for the field if one isn't. */
export const requireMembers = async (
  { db, actor }: StaffContext,
  userIds: readonly string[],
  field: string,
): Promise<{ userId: string; name: string }[]> => {
  if (userIds.length === 0) return []
  const rows = await db.all<Member>(
    db.sql(
      `SELECT u.id, COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
        CROSS JOIN users u ON u.id = m.user_id WHERE m.disabled_at IS NULL`,
      actor.companyId,
      JSON.stringify(userIds),
    ),
  )
  const known = new Map(rows.map(({ id, name }) => [id, name]))
  return userIds.map((userId) => {
    const name = known.get(userId)
    if (name === undefined) throw invalidField(field, 'Choose a member of your company who is not disabled')
    return { userId, name }
  })
}
