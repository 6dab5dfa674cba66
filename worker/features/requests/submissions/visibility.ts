import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { actingFor, isLimited, withinDelegation } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { requestsNaming } from '../../../core/naming-requests.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { actsForSql, toActsFor } from '../../approvals/blocks/index.ts'
import { registerNaming } from '../proposed-vendors/index.ts'

/** What is needed to decide who may do what with a request. */
export interface SubmissionAccess {
  id: string
  intakeCategoryId: string
  isDraft: boolean
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  version: number
  formVersion: number
  title: string
  requestorName: string
  createdAt: number
  requestorUserId: string
  createdByUserId: string
  /** Set for a draft: JSON list of user ids. */
  draftWatcherUserIds: string | null
  /** Involved as requester, approver or watcher, or as the delegate of one. */
  takesPart: boolean
  /** The participants whom the person is, or acts for here. */
  actsFor: readonly string[]
}

interface AccessRow extends Omit<SubmissionAccess, 'isDraft' | 'takesPart' | 'actsFor'> {
  isDraft: number
  actsFor: string
}

const accessSql = (submissionId: string) => `
SELECT s.id, s.intake_category_id AS intakeCategoryId, s.is_draft AS isDraft, s.status, s.version,
       s.form_version AS formVersion, s.created_at AS createdAt, s.title, s.requestor_name AS requestorName,
       s.requestor_user_id AS requestorUserId, s.created_by_user_id AS createdByUserId,
       s.draft_watcher_user_ids AS draftWatcherUserIds,
       ${actsForSql('INTAKE_SUBMISSION', '?3')} AS actsFor
  FROM intake_submissions s
 WHERE s.id = ${submissionId} AND s.company_id = ?2 AND s.deleted_at IS NULL`

export const ACCESS_SQL = accessSql('?1')

/** The same for the request of block ?1. */
export const BLOCK_ACCESS_SQL = accessSql(
  `(SELECT target_id FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2 AND target_type = 'INTAKE_SUBMISSION')`,
)

/**
 * SQL condition on a participation `p` in a request `s`: the person can take that role. No one acts for someone else on
 * what they requested or filed themselves, except for tasks of the requester, or on what wasn't delegated to them.
 * @param person the placeholder of the person's id
 */
export const mayActFor = (person: string, actor: Pick<StaffActor, 'delegationLimits'>): string => {
  const limited = isLimited(actor) ? ` AND ${withinDelegation(person)}` : ''
  return `(p.user_id = ${person} OR (s.requestor_user_id <> ${person}
     AND (s.created_by_user_id <> ${person} OR p.user_id = s.requestor_user_id)${limited}))`
}

export const accessStatement = (
  context: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  submissionId: string,
) => context.db.sql(ACCESS_SQL, submissionId, context.actor.companyId, JSON.stringify(actingFor(context.actor)))

/**
 * A draft is visible only to its author. The requester, author, approvers, watchers, owners of its category, admins and
 * super viewers can read a submitted request. Everyone else is told that it doesn't exist.
 */
export const toReadable = (row: Record<string, unknown> | undefined, actor: StaffActor): SubmissionAccess => {
  if (!row) throw notFound('The request')
  const { isDraft, actsFor: list, ...access } = row as unknown as AccessRow
  const actsFor = toActsFor(list)
  const takesPart = actsFor.length > 0
  const isAuthor = access.createdByUserId === actor.userId
  const mayRead =
    isDraft === 1
      ? isAuthor
      : isAuthor ||
        access.requestorUserId === actor.userId ||
        takesPart ||
        actor.ownedCategoryIds.includes(access.intakeCategoryId) ||
        can(actor.policy, 'requests.see-all')
  if (!mayRead) throw notFound('The request')
  return { ...access, isDraft: isDraft === 1, takesPart, actsFor }
}

/** Placeholders of what `readableRequestBy` needs to know of a person. Both lists are JSON. */
interface ReaderPlaceholders {
  user: string
  /** 1 or 0. */
  seesAll: string
  ownedCategories: string
  /** Them and those they act for. */
  actsFor: string
}

/** SQL condition "the person can read the submitted request s": the rule of `toReadable` for many at once. */
export const readableRequestBy = ({ user, seesAll, ownedCategories, actsFor }: ReaderPlaceholders): string =>
  `s.is_draft = 0 AND s.deleted_at IS NULL AND (
  ${seesAll} = 1 OR ${user} IN (s.requestor_user_id, s.created_by_user_id)
  OR s.intake_category_id IN (SELECT value FROM json_each(${ownedCategories}))
  OR EXISTS (SELECT 1 FROM request_participants p
              WHERE p.company_id = s.company_id AND p.target_type = 'INTAKE_SUBMISSION' AND p.target_id = s.id
                AND p.user_id IN (SELECT value FROM json_each(${actsFor})) AND ${withinDelegation(user)}))`

/** SQL condition that the person reads the request with this id, for what belongs to it. */
export const readsRequest = (
  id: string,
  { company, ...reader }: Omit<ReaderPlaceholders, 'ownedCategories'> & { company: string },
): string => {
  const ownedCategories = `(SELECT json_group_array(o.intake_category_id) FROM intake_category_owners o
    WHERE o.company_id = ${company} AND o.user_id = ${reader.user})`
  return `EXISTS (SELECT 1 FROM (SELECT 1 FROM intake_submissions s WHERE s.id = ${id} AND s.company_id = ${company}
    AND ${readableRequestBy({ ...reader, ownedCategories })}))`
}

/** The same with the parameters of `readableRequestParams` from `at` on. */
export const readableRequest = (at: number): string =>
  readableRequestBy({ user: `?${at}`, seesAll: `?${at + 1}`, ownedCategories: `?${at + 2}`, actsFor: `?${at + 3}` })

export const readableRequestParams = (actor: StaffActor): [string, number, string, string] => [
  actor.userId,
  can(actor.policy, 'requests.see-all') ? 1 : 0,
  JSON.stringify(actor.ownedCategoryIds),
  JSON.stringify(actingFor(actor)),
]

registerNaming((actor, bind) => {
  const [user = '', seesAll = '', ownedCategories = '', actsFor = ''] = readableRequestParams(actor).map(bind)
  return `EXISTS (SELECT 1 FROM ${requestsNaming('p.company_id', 'p.id')} a CROSS JOIN intake_submissions s ON s.id = a.id
    WHERE ${readableRequestBy({ user, seesAll, ownedCategories, actsFor })})`
})

/** Throws NOT_FOUND for a request that is missing, another company's, or not visible. */
export const requireReadableSubmission = async (
  context: BaseContext & { actor: StaffActor },
  submissionId: string,
): Promise<SubmissionAccess> => {
  const row = await context.db.first<Record<string, unknown>>(accessStatement(context, submissionId))
  return toReadable(row ?? undefined, context.actor)
}

/** What a draft can't have yet. Only its author is told that it is there. */
export const isStillDraft = (): AppError =>
  new AppError('RULE_BROKEN', 'This request is a draft. Submit it first.', { reason: 'DRAFT' })

/** The same, for what only a submitted request has. */
export const toSubmittedAccess = (row: Record<string, unknown> | undefined, actor: StaffActor): SubmissionAccess => {
  const access = toReadable(row, actor)
  if (access.isDraft) throw isStillDraft()
  return access
}

const isFiler = ({ requestorUserId, createdByUserId }: SubmissionAccess, { userId }: StaffActor): boolean =>
  requestorUserId === userId || createdByUserId === userId

/** The requester or author can edit while it is pending, rejected or withdrawn, which only they submit again. The company can restrict this to admins. */
export const mayEdit = (submission: SubmissionAccess, actor: StaffActor): boolean => {
  if (submission.isDraft) return submission.createdByUserId === actor.userId
  if (submission.status === 'APPROVED') return false
  if (submission.status === 'WITHDRAWN' && !isFiler(submission, actor)) return false
  if (actor.policy.flags.hasAdminAccess) return true
  if (actor.policy.company.restrictSubmissionEditToAdmins) return false
  return isFiler(submission, actor)
}

/** Restarting, archiving, deleting: for the requester, the person who filed it, and admins. */
export const mayManage = (submission: SubmissionAccess, actor: StaffActor): boolean =>
  actor.policy.flags.hasAdminAccess || isFiler(submission, actor)

export const mayRestart = (submission: SubmissionAccess, actor: StaffActor): boolean =>
  !submission.isDraft &&
  submission.status !== 'APPROVED' &&
  (submission.status === 'WITHDRAWN' ? isFiler(submission, actor) : mayManage(submission, actor))
