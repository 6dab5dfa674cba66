import { type ApprovalView, type Block, currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { namesOfRows } from '../../../core/object-names.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { answersStatements, notesOfRows, toAnswerViews } from './read.ts'
import { accessStatement, isStillDraft, toReadable } from './visibility.ts'

/** Who is involved in a request, and how. */

type Role = endpoints.RequestViewer['roles'][number]

const rolesOf = (state: ApprovalView, ownerIds: readonly string[]): Map<string, Set<Role>> => {
  const roles = new Map<string, Set<Role>>()
  const add = (userId: string, role: Role) => roles.set(userId, (roles.get(userId) ?? new Set()).add(role))
  add(state.requestor.userId, 'REQUESTOR')
  if (state.createdBy.userId !== state.requestor.userId) add(state.createdBy.userId, 'SUBMITTER')
  if (state.assignee) add(state.assignee.userId, 'ASSIGNEE')
  const blocks = currentBlocks(state)
  for (const block of blocks) {
    for (const { userId } of block.approvers) add(userId, 'APPROVER')
    if (block.assignee) add(block.assignee.userId, 'APPROVER')
  }
  for (const { userId } of state.watchers) add(userId, 'WATCHER')
  for (const { userId } of blocks.flatMap((block) => block.watchers)) add(userId, 'STEP_WATCHER')
  for (const userId of ownerIds) add(userId, 'CATEGORY_OWNER')
  return roles
}

/** Everyone whom the request or its category names. The request's object knows their role. */
const CONCERNED = `
WITH owners(id) AS MATERIALIZED (
  SELECT o.user_id FROM intake_submissions s
   CROSS JOIN intake_category_owners o ON o.company_id = s.company_id AND o.intake_category_id = s.intake_category_id
   WHERE s.id = ?1 AND s.company_id = ?2),
concerned(id) AS MATERIALIZED (
  SELECT user_id FROM request_participants
   WHERE company_id = ?2 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?1
  UNION SELECT id FROM owners)
SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email,
       EXISTS (SELECT 1 FROM owners WHERE owners.id = u.id) AS isOwner
  FROM concerned CROSS JOIN users u ON u.id = concerned.id
 ORDER BY u.first_name COLLATE NOCASE, u.last_name COLLATE NOCASE, u.id`

export const readViewers = query({
  id: 'intake.get-viewers',
  access: 'requests.use',
  input: inputOf(endpoints.getIntakeViewers),
  run: async (context, { id }) => {
    const { db, actor, env } = context
    const [access, concerned] = await db.batch([accessStatement(context, id), db.sql(CONCERNED, id, actor.companyId)])
    const { isDraft } = toReadable(access?.results[0], actor)
    const state = isDraft ? null : await approvalFor(env, 'intake', id).read(actor.companyId)
    if (!state) throw notFound('The request')
    const rows = (concerned?.results ?? []) as unknown as (Person & { isOwner: number })[]
    const owners = rows.filter(({ isOwner }) => isOwner === 1).map((row) => row.id)
    const roles = rolesOf(state, owners)
    return rows.flatMap(({ isOwner: _, ...person }) => {
      const own = roles.get(person.id)
      return own ? [{ ...person, roles: [...own] }] : []
    })
  },
})

export const readAssignee = query({
  id: 'intake.get-assignee',
  access: 'requests.use',
  input: inputOf(endpoints.getIntakeAssignee),
  run: async (context, { id }) => {
    const { db, actor } = context
    const [access, assignees] = await db.batch([
      accessStatement(context, id),
      db.sql(
        `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email
           FROM intake_submissions s CROSS JOIN users u ON u.id = s.assignee_user_id
          WHERE s.id = ? AND s.company_id = ?`,
        id,
        actor.companyId,
      ),
    ])
    if (toReadable(access?.results[0], actor).isDraft) throw isStillDraft()
    return { assignee: (assignees?.results[0] as unknown as Person | undefined) ?? null }
  },
})

const blocksStatement = `SELECT l.block FROM intake_submissions s
   JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'INTAKE_SUBMISSION'
    AND l.target_id = s.id AND l.run = s.run
  WHERE s.id = ? AND s.company_id = ? ORDER BY l.level, l.ordinal, l.id`

const toBlocks = (rows: Record<string, unknown>[] = []): Block[] =>
  rows.map((row) => JSON.parse(String(row.block)) as Block)

/** The groups by which the request asks the person. Other groups aren't shown. */
export const readMyApproverGroups = query({
  id: 'intake.get-my-approver-groups',
  access: 'requests.use',
  input: inputOf(endpoints.getMyApproverGroups),
  run: async (context, { id }) => {
    const { db, actor } = context
    const [access, rows] = await db.batch([accessStatement(context, id), db.sql(blocksStatement, id, actor.companyId)])
    if (toReadable(access?.results[0], actor).isDraft) throw isStillDraft()
    const blocks = toBlocks(rows?.results)
    return blocks.flatMap((block) => {
      const via = block.approvers.find(({ userId }) => userId === actor.userId)?.via.split(' and ') ?? []
      return actor.groups
        .filter(({ name }) => via.includes(`group ${name}`))
        .map((group) => ({ groupId: group.id, groupName: group.name, level: block.level }))
    })
  },
})

/** The additional steps that tasks in the current run ask for, with their answers. */
export const readAdditionalSteps = query({
  id: 'intake.get-additional-steps',
  access: 'requests.use',
  input: inputOf(endpoints.getAdditionalSteps),
  run: async (context, { id }) => {
    const { db, actor } = context
    const [accessResult, formResult, answerResult, nameResult, blockResult] = await db.batch([
      ...answersStatements(context, id),
      db.sql(blocksStatement, id, actor.companyId),
    ])
    const access = toReadable(accessResult?.results[0], actor)
    const formRow = formResult?.results[0]
    if (access.isDraft || !formRow) throw notFound('The request')
    const form = JSON.parse(String(formRow.definition)) as FormDefinition
    const answers: Answers = Object.fromEntries(
      (answerResult?.results ?? []).map((row) => [row.questionId, JSON.parse(String(row.value))]),
    )
    const tasks = toBlocks(blockResult?.results).filter((block) => block.ruleType === 'ADDITIONAL_STEP')
    const noted = { answers, notes: notesOfRows(answerResult?.results ?? []) }
    const views = toAnswerViews(form, noted, namesOfRows(nameResult?.results ?? []), access.version, true)
    return form.steps
      .filter((step) => step.isAdditionalStep)
      .map((step) => ({
        step,
        levelGroupStatusIds: tasks
          .filter(({ settings }) => settings.stepIds?.includes(step.id))
          .map((block) => block.id),
        answers: views.filter((view) => view.stepId === step.id),
      }))
      .filter(({ levelGroupStatusIds }) => levelGroupStatusIds.length > 0)
  },
})
