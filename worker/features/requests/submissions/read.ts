import { type ApprovalsView, getApprovals } from '../../../../schema/approvals/engine/endpoints.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { asksForApprovers, chosenIds, departmentsIn } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { allowsNote, type Notes } from '../../../../schema/requests/forms/notes.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import { visibleQuestionIds } from '../../../../schema/requests/forms/visibility.ts'
import type { RequestTabId } from '../../../../schema/requests/submissions/request-endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { objectNumber } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { namesOfRows } from '../../../core/object-names.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { sharedText } from '../../../core/request-texts.ts'
import { approvalsViewOf, decidedSql, delegatesStatement } from '../../approvals/blocks/index.ts'
import { usualTimesStatement } from '../../approvals/engine/index.ts'
import { answerNamesStatement } from './answer-names.ts'
import { vendorsOf, vendorsStatement } from './request-vendors.ts'
import {
  SUBMISSION_COLUMNS,
  SUBMISSION_JOINS,
  type SubmissionDbRow,
  toSubmissionRow,
  vendorFormOf,
  vendorFormSql,
} from './rows.ts'
import { readPlan } from './stored.ts'
import {
  accessStatement,
  mayEdit,
  mayManage,
  mayRestart,
  requireReadableSubmission,
  type SubmissionAccess,
  toReadable,
  toSubmittedAccess,
} from './visibility.ts'

type Reading = { db: Pick<StaffContext['db'], 'sql'>; actor: StaffActor }

const HEAD_SQL = `
SELECT ${SUBMISSION_COLUMNS}, ${decidedSql('s')} AS wasDecided, s.form_version AS formVersion, s.version, s.run, s.contact_name AS contactName,
       c.type AS categoryType, c.description AS categoryDescription,
       (SELECT json_group_array(json_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))) FROM users u
         WHERE u.id IN (SELECT p.user_id FROM request_participants p
                         WHERE p.company_id = s.company_id AND p.target_type = 'INTAKE_SUBMISSION'
                           AND p.target_id = s.id AND p.is_watcher = 1 AND s.draft_watcher_user_ids IS NULL
                         UNION SELECT value FROM json_each(s.draft_watcher_user_ids))) AS watchers,
       a.id AS authorId, a.first_name AS authorFirst, a.last_name AS authorLast, a.email AS authorEmail,
       r.id AS requestorId, r.first_name AS requestorFirst, r.last_name AS requestorLast,
       r.email AS requestorEmail, c.enable_assignees AS assigneesEnabled,
       (SELECT json_object('id', w.id, 'name', trim(w.first_name || ' ' || w.last_name))
          FROM audit_entries e INDEXED BY audit_entries_acted
         CROSS JOIN audit_log l ON l.id = e.id CROSS JOIN users w ON w.id = l.impersonator_user_id
         WHERE e.object = ${objectNumber('s.company_id', "'INTAKE_SUBMISSION'", 's.id')} AND e.impersonator IS NOT NULL
           AND l.full_action IN ('intake-submission.drafted', 'intake-submission.submitted', 'intake-submission.edited',
                            'intake-submission.restarted') ORDER BY l.id LIMIT 1) AS filedThrough,
       EXISTS (SELECT 1 FROM intake_form_versions f CROSS JOIN json_each(f.definition, '$.steps') t
          CROSS JOIN json_each(t.value, '$.questions') q
          LEFT JOIN intake_answers n ON n.submission_id = s.id AND n.version = s.version
            AND n.question_id = q.value ->> 'id'
         WHERE f.intake_category_id = s.intake_category_id AND f.version = s.form_version
           AND q.value ->> 'type' = 'NEEDS_REQUEST_SIGNER'
           AND coalesce(n.value, s.draft_answers -> ('$."' || (q.value ->> 'id') || '"')) = 'true') AS needsSigner,
       ${vendorFormSql('c')} AS vendorForm,
       i.id AS assigneeId, i.first_name AS assigneeFirst, i.last_name AS assigneeLast, i.email AS assigneeEmail
  FROM intake_submissions s ${SUBMISSION_JOINS}
  LEFT JOIN users a ON a.id = s.created_by_user_id LEFT JOIN users r ON r.id = s.requestor_user_id
  LEFT JOIN users i ON i.id = s.assignee_user_id
 WHERE s.id = ? AND s.company_id = ?`

export const submissionStatements = (context: Reading, id: string): D1PreparedStatement[] => [
  accessStatement(context, id),
  context.db.sql(HEAD_SQL, id, context.actor.companyId),
  vendorsStatement(context, id),
  ...answerStatements(context.db, context.actor.companyId, id),
]

/** A request's header, and what the person can do with it. */
export const readSubmission = query({
  id: 'intake.get-submission',
  access: 'requests.use',
  input: inputOf(endpoints.getIntakeSubmission),
  readsFirst: true,
  run: async (context, { id }) => {
    const { db, actor, clock } = context
    const [accessResult, rowResult, vendorResult, ...answerResults] = await db.batch(submissionStatements(context, id))
    const access = toReadable(accessResult?.results[0], actor)
    const row = rowResult?.results[0] as (SubmissionDbRow & Record<string, string & number>) | undefined
    if (!row) throw notFound('The request')
    const head = toSubmissionRow(row, clock.now())
    const watchers = JSON.parse(row.watchers ?? '[]') as { id: string; name: string }[]
    const vendors = vendorsOf(vendorResult?.results ?? [], access, actor)
    return {
      ...head,
      intakeCategoryId: access.intakeCategoryId,
      formVersion: Number(row.formVersion),
      version: access.version,
      run: Number(row.run),
      createdBy: row.authorId ? personOf(row, 'author') : contactOf(row),
      filedThrough: row.filedThrough ? JSON.parse(String(row.filedThrough)) : null,
      watchers,
      watcherUserIds: watchers.map((watcher) => watcher.id),
      steps: stepsOf(answersOfRows(answerResults, access)),
      category: {
        ...head.category,
        type: row.categoryType as unknown as endpoints.IntakeCategoryType,
        description: String(row.categoryDescription),
      },
      requestorPerson: row.requestorId ? personOf(row, 'requestor') : contactOf(row),
      contact: row.contactEmail ? { name: String(row.contactName), email: row.contactEmail } : null,
      canEdit: mayEdit(access, actor),
      canRestart: mayRestart(access, actor),
      assignee: row.assigneeId ? personOf(row, 'assignee') : null,
      ...vendors,
      vendors: [...vendors.answerVendors, ...vendors.associatedVendors.map(({ id: of, name }) => ({ id: of, name }))],
      ...vendorFormOf(String(row.vendorForm)),
      assigneesEnabled: row.assigneesEnabled === 1,
      needsSigner: Number(row.needsSigner) === 1,
      // Only its author gets this far with a draft.
      canDelete: access.isDraft || (mayManage(access, actor) && Number(row.wasDecided) === 0),
      canArchive: !access.isDraft && mayManage(access, actor),
    }
  },
})

/** The sender on a public form, in place of a member. */
const contactOf = (row: Record<string, unknown>) => ({
  id: String(row.requestorUserId),
  firstName: String(row.contactName ?? row.requestorName),
  lastName: '',
  email: String(row.contactEmail ?? ''),
})

const personOf = (row: Record<string, unknown>, prefix: string) => ({
  id: String(row[`${prefix}Id`]),
  firstName: String(row[`${prefix}First`]),
  lastName: String(row[`${prefix}Last`]),
  email: String(row[`${prefix}Email`]),
})

export const answersStatements = (context: Reading, id: string): D1PreparedStatement[] => [
  accessStatement(context, id),
  ...answerStatements(context.db, context.actor.companyId, id),
]

/** The form that it was filed with, and what is kept of a draft. */
export const formStatement = (db: Pick<Database, 'sql'>, companyId: string, id: string): D1PreparedStatement =>
  db.sql(
    `SELECT f.definition, s.draft_answers AS draftAnswers, s.draft_notes AS draftNotes FROM intake_submissions s
       JOIN intake_form_versions f ON f.intake_category_id = s.intake_category_id AND f.version = s.form_version
      WHERE s.id = ? AND s.company_id = ?`,
    id,
    companyId,
  )

/** The form, the answers and their names. */
export const answerStatements = (db: Reading['db'], companyId: string, id: string): D1PreparedStatement[] => [
  formStatement(db, companyId, id),
  db.sql(
    `SELECT a.question_id AS questionId, a.value, a.note FROM intake_submissions s
       JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
      WHERE s.id = ? AND s.company_id = ?`,
    id,
    companyId,
  ),
  answerNamesStatement(db, companyId, id),
]

/** What `answersStatements` found for a submitted request. Throws NOT_FOUND for a draft, or one that can't be read. */
export const toSubmitted = (results: D1Result<Record<string, unknown>>[], actor: StaffActor) => {
  const [accessResult, formResult, answerResult] = results
  const access = toReadable(accessResult?.results[0], actor)
  const formRow = formResult?.results[0]
  if (access.isDraft || !formRow) throw notFound('The request')
  const form = JSON.parse(String(formRow.definition)) as FormDefinition
  const answers: Answers = Object.fromEntries(
    (answerResult?.results ?? []).map((row) => [row.questionId, JSON.parse(String(row.value))]),
  )
  return { access, form, answers }
}

/** The answers with the form they belong to, including drafts. */
export const readAnswers = query({
  id: 'intake.get-answers',
  access: 'requests.use',
  input: inputOf(endpoints.getIntakeAnswers),
  readsFirst: true,
  run: async (context, { id }) => {
    const { db, actor } = context
    const [accessResult, ...answerResults] = await db.batch(answersStatements(context, id))
    const access = toReadable(accessResult?.results[0], actor)
    if (!answerResults[0]?.results[0]) throw notFound('The form')
    return { version: access.version, answers: answersOfRows(answerResults, access) }
  },
})

/** For drafts and submitted requests. Empty for a category that never had a form. */
export const answersOfRows = (
  [formResult, answerResult, nameResult]: Pick<D1Result<Record<string, unknown>>, 'results'>[],
  { isDraft, version }: Pick<SubmissionAccess, 'isDraft' | 'version'>,
): endpoints.AnswerView[] => {
  const formRow = formResult?.results[0]
  if (!formRow) return []
  const form = JSON.parse(String(formRow.definition)) as FormDefinition
  const answers: Answers = isDraft
    ? JSON.parse(String(formRow.draftAnswers ?? '{}'))
    : Object.fromEntries((answerResult?.results ?? []).map((row) => [row.questionId, JSON.parse(String(row.value))]))
  const notes: Notes = isDraft
    ? JSON.parse(String(formRow.draftNotes ?? '{}'))
    : notesOfRows(answerResult?.results ?? [])
  return toAnswerViews(form, { answers, notes }, namesOfRows(nameResult?.results ?? []), version)
}

const stepsOf = (answers: endpoints.AnswerView[]): endpoints.IntakeSubmission['steps'] => {
  const steps = new Map<string, endpoints.IntakeSubmission['steps'][number]>()
  for (const answer of answers) {
    const { stepId, stepLabel, stepOrdinal } = answer
    const step = steps.get(stepId) ?? { stepId, stepLabel, stepOrdinal, fields: [] }
    steps.set(stepId, { ...step, fields: [...step.fields, answer] })
  }
  return [...steps.values()]
}

export const notesOfRows = (rows: Record<string, unknown>[]): Notes =>
  Object.fromEntries(rows.flatMap((row) => (row.note ? [[String(row.questionId), String(row.note)]] : [])))

/** For the steps the request was filed with, or those that tasks ask for later. */
export const toAnswerViews = (
  form: FormDefinition,
  { answers, notes }: { answers: Answers; notes: Notes },
  names: Map<string, string>,
  version: number,
  additional = false,
): endpoints.AnswerView[] => {
  const visible = visibleQuestionIds(form, answers)
  return form.steps
    .filter((step) => step.isAdditionalStep === additional)
    .flatMap((step) =>
      step.questions
        .filter((question) => visible.has(question.id))
        .map((question) => ({
          questionId: question.id,
          stepId: step.id,
          stepLabel: step.label,
          stepOrdinal: step.ordinal,
          questionOrdinal: question.ordinal,
          type: asksForApprovers(question) ? ('DEPARTMENT_SELECT_V2' as const) : question.type,
          label: question.label,
          description: question.description,
          isRequired: question.isRequired,
          value: namedValue(question, answers[question.id] ?? null, names),
          labels: labelsOf(question, answers[question.id], names),
          note: allowsNote(question) ? (notes[question.id] ?? '') : '',
          version,
        })),
    )
}

/** Departments with approvers have both names. */
export const namedValue = (
  question: Question,
  value: Answers[string],
  names: ReadonlyMap<string, string>,
): Answers[string] =>
  asksForApprovers(question)
    ? departmentsIn(value).map(({ id, departmentApproverAssigneeUserId: userId }) => ({
        id,
        name: names.get(id) ?? 'Removed',
        departmentApproverAssigneeUserId: userId,
        ...(userId && { departmentApproverAssigneeName: names.get(userId) ?? 'Removed' }),
      }))
    : value

export const labelsOf = (
  question: Question,
  value: Answers[string] | undefined,
  names: ReadonlyMap<string, string>,
): string[] => {
  if (isBlank(value) || !(question.type.endsWith('_SELECT') || question.type === 'DOCUMENTS')) return []
  const options = new Map(question.options.map((option) => [option.id, option.label]))
  return chosenIds(value).map((id) => options.get(id) ?? names.get(id) ?? 'Removed')
}

export const approvalsStatements = (context: Reading, id: string): D1PreparedStatement[] => [
  accessStatement(context, id),
  context.db.sql(
    `SELECT status, version, run, projected_sequence AS sequence, archived_at AS archivedAt,
            ${sharedText('plan')} AS plan
       FROM intake_submissions s WHERE id = ? AND company_id = ?`,
    id,
    context.actor.companyId,
  ),
  context.db.sql(
    `SELECT l.block FROM intake_submissions s
       JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'INTAKE_SUBMISSION'
        AND l.target_id = s.id AND l.run = s.run
      WHERE s.id = ? AND s.company_id = ? ORDER BY l.level, l.ordinal, l.id`,
    id,
    context.actor.companyId,
  ),
  context.db.sql(
    'SELECT block_id AS blockId FROM request_block_mails WHERE company_id = ? AND target_id = ?',
    context.actor.companyId,
    id,
  ),
]

/** Levels and blocks from the projection, with what the person can do for each block. */
export const readApprovals = query({
  id: 'intake.get-approvals',
  access: 'requests.use',
  input: inputOf(getApprovals),
  readsFirst: true,
  run: async (context, { id }): Promise<ApprovalsView> => {
    const { db, actor } = context
    const [accessResult, headResult, blockResult, mailResult, delegates, usualTimes] = await db.batch([
      ...approvalsStatements(context, id),
      delegatesStatement(context, 'INTAKE_SUBMISSION', id),
      usualTimesStatement(context, 'INTAKE_SUBMISSION', id),
    ])
    const access = toSubmittedAccess(accessResult?.results[0], actor)
    const [head] = headResult?.results ?? []
    if (!head) throw notFound('The request')
    return approvalsViewOf(actor, {
      access,
      status: access.status,
      run: Number(head.run),
      sequence: Number(head.sequence),
      archived: head.archivedAt !== null,
      plan: readPlan(head.plan as string | null, access.requestorUserId),
      blocks: blockResult?.results ?? [],
      mailed: mailResult?.results ?? [],
      delegates: delegates?.results ?? [],
      usualTimes: usualTimes?.results ?? [],
    })
  },
})

/** A tab that another area fills. */
interface RequestTab {
  id: RequestTabId
  label: string
  isShown(context: StaffContext, submissionId: string): Promise<boolean>
}
const further: RequestTab[] = []
/** Before the history. */
export const registerRequestTab = (tab: RequestTab): void => {
  further.push(tab)
}

const TAB_LABELS = {
  details: 'Details',
  approvals: 'Approvals',
  comments: 'Comments',
  documents: 'Documents',
  services: 'Services',
  history: 'History',
} as const

const TABS = ['details', 'approvals', 'comments', 'documents', 'services'] as const
/** The tabs of the request. A tab that can be added to is shown from the start. */
export const readTabs = query({
  id: 'intake.get-tabs',
  access: 'requests.use',
  input: inputOf(endpoints.getIntakeTabs),
  readsFirst: true,
  run: async (context, { id }) => {
    const { isDraft } = await requireReadableSubmission(context, id)
    const own = (isDraft ? TABS.slice(0, 1) : TABS).map((tab) => ({ id: tab, label: TAB_LABELS[tab] }))
    const shown = await Promise.all(further.map((tab) => !isDraft && tab.isShown(context, id)))
    const more = further.filter((_, index) => shown[index]).map((tab) => ({ id: tab.id, label: tab.label }))
    return [...own, ...more, { id: 'history' as const, label: TAB_LABELS.history }]
  },
})
