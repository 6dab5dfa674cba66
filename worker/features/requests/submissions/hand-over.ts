import type {
  ApprovalActor,
  ApprovalCommandInput,
  PlanningContext,
  RefusalReason,
} from '../../../../schema/approvals/engine/commands.ts'
import type { PlanOrganisation } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView } from '../../../../schema/approvals/engine/model.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import { openTargets } from '../../../core/kinds/open-targets.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import type { HandOver } from '../../../core/sent/hand-over.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { subjectOf } from '../../../objects/approval/subject.ts'
import { assignments, type Leaving, successors } from './hand-over-blocks.ts'

/**
 * Hands over the open approvals of a disabled member, one outbox row per request. Each command has an id derived from
 * the row and uses the request's current state. The second time it finds nothing left to do.
 */

/** The request has moved on, so there is nothing left to hand over. */
const MOVED_ON: RefusalReason[] = [
  'ALREADY_DECIDED',
  'BLOCK_CLOSED',
  'BLOCK_NOT_FOUND',
  'REQUEST_CLOSED',
  'ARCHIVED',
  'DELETED',
  'NOT_SUBMITTED',
  'NOBODY_CAN_APPROVE',
]

interface Person {
  id: string
  name: string
  disabled: number
  isAdmin: number
}

const isStillDisabled = async ({ db }: OutboxContext, companyId: string, userId: string): Promise<boolean> =>
  (await db.first(
    db.sql(
      'SELECT 1 FROM company_memberships WHERE company_id = ? AND user_id = ? AND disabled_at IS NOT NULL',
      companyId,
      userId,
    ),
  )) !== null

const peopleOf = ({ db }: OutboxContext, companyId: string, state: ApprovalView, { userId, toUserId }: HandOver) => {
  const ids = [userId, toUserId, ...state.blocks.flatMap((block) => block.approvers.map((approver) => approver.userId))]
  return db.all<Person>(
    db.sql(
      `SELECT u.id, trim(u.first_name || ' ' || u.last_name) AS name, m.disabled_at IS NOT NULL AS disabled,
              m.has_admin_access AS isAdmin
         FROM company_memberships m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ?1 AND m.user_id IN (
          SELECT value FROM json_each(?2) WHERE value IS NOT NULL
          UNION SELECT user_id FROM company_memberships
                 WHERE company_id = ?1 AND has_admin_access = 1 AND disabled_at IS NULL)`,
      companyId,
      JSON.stringify(ids),
    ),
  )
}

const organisationOf = (people: Person[]): PlanOrganisation => ({
  people: Object.fromEntries(people.map(({ id, name, disabled }) => [id, { name, disabled: disabled === 1 }])),
  departmentApprovers: {},
  businessUnitApprovers: {},
  groups: {},
  admins: people.filter((person) => person.isAdmin === 1 && person.disabled === 0).map(({ id }) => id),
  matrices: {},
})

/** Approvers are named one by one here, so planning needs little data. */
const planningOf = (state: ApprovalView, organisation: PlanOrganisation): PlanningContext => ({
  requestor: { ...state.requestor, managerUserId: null },
  organisation,
  labels: {},
})

/** The person who disabled the member hands over their approvals, and is named in the request's history. */
const actorOf = (companyId: string, { by }: HandOver): ApprovalActor => ({
  kind: 'USER',
  companyId,
  ...by,
  isAdmin: true,
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: false,
  delegatorIds: [],
})

const othersFirst = (admins: readonly string[], { userId, impersonatorUserId }: HandOver['by']): readonly string[] => {
  const others = admins.filter((id) => id !== userId && id !== impersonatorUserId)
  return others.length > 0 ? others : admins
}

const handOverRequest = async (
  context: OutboxContext,
  { id, companyId, payload, target }: { id: string; companyId: string; payload: HandOver; target: Target },
): Promise<void> => {
  const { targetId } = target
  const approvals = approvalFor(context.env, subjectOf(target).kind, targetId)
  const state = await approvals.read(companyId)
  if (state?.status !== 'PENDING') return
  const people = await peopleOf(context, companyId, state, payload)
  const organisation = organisationOf(people)
  const disabledIds = new Set(people.filter((person) => person.disabled === 1).map((person) => person.id))
  const isThere = payload.toUserId !== null && organisation.people[payload.toUserId]?.disabled === false
  const leaving: Leaving = {
    userId: payload.userId,
    toUserId: isThere ? payload.toUserId : null,
    // The person who disabled the approver decides only if no one else is left, and then by bypassing the step.
    adminIds: othersFirst(organisation.admins, payload.by),
    disabledIds,
  }
  const tell = async (name: string, command: ApprovalCommandInput): Promise<void> => {
    const actor = actorOf(companyId, payload)
    const planning = planningOf(state, organisation)
    const result = await approvals.execute({ commandId: `${id}:${name}`, actor, command, planning })
    if (result.ok || MOVED_ON.includes(result.refusal.reason)) return
    throw new Error(`${targetId} ${name}: ${result.refusal.reason} ${result.refusal.message}`)
  }
  for (const { blockId, approverUserIds, quorum } of successors(state, leaving)) {
    await tell(`approvers:${blockId}`, {
      type: 'replaceApprovers',
      blockId,
      isHandOver: true,
      approverType: 'CUSTOM_APPROVERS',
      approverGroupIds: [],
      approverUserIds,
      approverMatrixId: null,
      approverMatrixColumnId: null,
      quorum,
    })
  }
  for (const { blockId, toUserId } of assignments(state, leaving)) {
    const assignee = toUserId ? { userId: toUserId, name: organisation.people[toUserId]?.name ?? '' } : null
    await tell(`assignee:${blockId ?? 'request'}`, { type: 'assign', blockId, assignee })
  }
}

export const handOverApprovals: OutboxHandler<'member.hand-over'> =
  async (context) =>
  async ({ id, companyId, payload }) => {
    // If the member was enabled again in time, they keep what is theirs.
    if (!(await isStillDisabled(context, companyId, payload.userId))) return
    for (const target of await targetsOf(context, companyId, payload))
      await handOverRequest(context, { id, companyId, payload, target })
  }

interface Target {
  targetType: Kind
  targetId: string
}

const targetsOf = async ({ db }: OutboxContext, companyId: string, payload: HandOver): Promise<Target[]> => {
  const { targetId, targetType = 'INTAKE_SUBMISSION', userId } = payload
  if (targetId) return [{ targetType, targetId }]
  return openTargets(db, companyId, userId)
}
