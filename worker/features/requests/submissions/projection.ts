import type { ApprovalEvent, ContentParts } from '../../../../schema/approvals/engine/events.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  currentBlocks,
  isDecided,
  progressOf,
  sentBackBlocks,
} from '../../../../schema/approvals/engine/model.ts'
import type { RequestContent, RequestSource } from '../../../../schema/requests/submissions/content.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import { numberOfText, textsStatement } from '../../../core/request-texts.ts'
import { waitingOf } from '../../../objects/approval/participants.ts'
import type { SubjectProjection } from '../../../objects/approval/subject.ts'
import { forgetStatements } from '../proposed-vendors/index.ts'
import { isSharedPlan, storedPeople, storedPlan, storedStatusHistory } from './stored.ts'

/** The projection's rows of a request. The `projected_sequence` of the first one guards all other statements. */

type RequestState = ApprovalState<RequestContent, RequestSource>

/** True if this projection has just written the row. Numbered parameters: ?1 id, ?2 sequence. */
export const IS_CURRENT = 'EXISTS (SELECT 1 FROM intake_submissions WHERE id = ?1 AND projected_sequence = ?2)'

const idAndName = (people: readonly PersonRef[]) => [
  ...new Map(people.map((p) => [p.userId, { id: p.userId, name: p.name }])).values(),
]

const decidedBy = (state: ApprovalState, decision: 'APPROVED' | 'REJECTED') =>
  idAndName(currentBlocks(state).flatMap((b) => b.decisions.filter((d) => d.decision === decision)))

const waiting = (state: ApprovalState) =>
  waitingOf(state).map((entry) => ({ ...entry, people: idAndName(entry.people) }))

const currentLevelSince = (state: ApprovalState): number | null => {
  if (state.status !== 'PENDING') return null
  const since = currentBlocks(state).flatMap((b) => (!isDecided(b) && b.openedAt !== null ? [b.openedAt] : []))
  return since.length > 0 ? Math.min(...since) : null
}

interface Last {
  message: string
  at: number
}

/**
 * The amount that a request is sorted by. A request from before there were rates uses its amount only if it is in the
 * company's currency, and otherwise keeps what `currency-rates.price` computed.
 */
const COMPANY_AMOUNT = {
  written: (value: number, currency: number) =>
    `CASE WHEN ?${currency} = (SELECT currency FROM companies WHERE id = ?2) THEN ?${value} END`,
  kept: `COALESCE(excluded.company_amount, CASE WHEN (intake_submissions.amount_value, intake_submissions.amount_currency)
           IS (excluded.amount_value, excluded.amount_currency) THEN intake_submissions.company_amount END)`,
}

const planOf = (state: RequestState) =>
  storedPlan(
    {
      workflow: state.definitions[0] ?? null,
      skipped: state.skipped,
      settings: state.settings,
      involvedIds: state.involved.map(({ userId }) => userId),
      // Filed again, it is decided here.
      ...(state.run === 1 && { decidedIn: state.pinned.source.external }),
    },
    state.requestor.userId,
  )

/** Columns with a text, or with the number of one that the company has already. */
const SHARED = new Set(['plan', 'approved_by'])

/** SQL of the value of such a column, or of another. */
const shared = (name: string, value: string, company: string): string =>
  SHARED.has(name) ? `COALESCE(${numberOfText(company, value)}, ${value})` : value

/** More approvers than that hardly ever come together again. */
const MOST_SHARED = 4

/** What other requests will say as well. */
const sharedTexts = (state: RequestState): string[] => {
  const plan = planOf(state)
  const approvers = decidedBy(state, 'APPROVED')
  const isDone = state.status !== 'PENDING' && approvers.length > 0 && approvers.length <= MOST_SHARED
  return [...(isSharedPlan(plan) ? [plan] : []), ...(isDone ? [storedPeople(approvers)] : [])]
}

const sharedTextsStatement = (db: Pick<D1Database, 'prepare'>, state: RequestState): D1PreparedStatement[] => {
  const texts = sharedTexts(state)
  return texts.length > 0 ? [textsStatement(db, state.companyId, texts)] : []
}

/** What the request is, as filed and edited. */
const contentColumns = ({ content, ...state }: RequestState) => ({
  form_version: state.pinned.source.formVersion,
  title: content.title,
  requestor_user_id: state.requestor.userId,
  requestor_name: state.requestor.name,
  created_by_user_id: state.createdBy.userId,
  contact_name: state.pinned.source.contact?.name ?? null,
  contact_email: state.pinned.source.contact?.email ?? null,
  vendor_form_id: state.pinned.source.vendorForm?.id ?? null,
  is_draft: 0,
  draft_answers: null,
  draft_notes: null,
  draft_watcher_user_ids: null,
  amount_value: content.amount?.value ?? null,
  amount_currency: content.amount?.currency ?? null,
  company_amount: (content.amount && inCompanyCurrency(content.amount, state.pinned.exchange)?.value) ?? null,
  vendor_id: content.vendorId,
  due_date: content.dueDate,
  version: state.version,
  run: state.run,
  plan: planOf({ content, ...state }),
  submitted_at: state.submittedAt,
})

/** The progress of the request. */
const progressColumns = (state: ApprovalState, last: Last | null) => ({
  status: state.status,
  archived_at: state.archivedAt,
  deleted_at: state.deletedAt,
  progress: progressOf(state),
  waiting_for: JSON.stringify(waiting(state)),
  approved_by: storedPeople(decidedBy(state, 'APPROVED')),
  rejected_by: storedPeople(decidedBy(state, 'REJECTED')),
  current_level_since: currentLevelSince(state),
  completed_at: state.completedAt,
  status_history: storedStatusHistory(state),
  assignee_user_id: state.assignee?.userId ?? null,
  projected_sequence: state.sequence,
  last_event: last?.message ?? null,
  last_event_at: last?.at ?? null,
})

const KEPT_WHEN_NULL = new Set(['last_event', 'last_event_at'])

/**
 * Writes only the progress of a request that D1 already has. The other columns and their indexes stay untouched,
 * because most commands only decide.
 */
const progressStatement = (
  db: Pick<D1Database, 'prepare'>,
  state: ApprovalState,
  last: Last | null,
  now: number,
): D1PreparedStatement => {
  const written = Object.entries(progressColumns(state, last))
  const updates = written.map(([name], i) =>
    KEPT_WHEN_NULL.has(name)
      ? `${name} = COALESCE(?${i + 5}, ${name})`
      : `${name} = ${shared(name, `?${i + 5}`, '?3')}`,
  )
  return db
    .prepare(
      `UPDATE intake_submissions SET updated_at = ?4, ${updates.join(', ')}
        WHERE id = ?1 AND company_id = ?3 AND projected_sequence <= ?2`,
    )
    .bind(state.targetId, state.sequence, state.companyId, now, ...written.map(([, value]) => value))
}

/**
 * Writes the request's row unless a newer projection has. A new row gets the company's next number. A former draft
 * keeps its number and creation time.
 * @param last the newest history entry among the projected events, or null to keep the current one
 */
const submissionStatement = (
  db: Pick<D1Database, 'prepare'>,
  state: RequestState,
  last: Last | null,
  now: number,
): D1PreparedStatement => {
  const written = Object.entries({ ...contentColumns(state), ...progressColumns(state, last) })
  const names = written.map(([name]) => name)
  const place = (name: string): number => names.indexOf(name) + 6
  const hasRates = state.pinned.exchange !== undefined
  const values = names.map((name) => {
    if (name === 'last_event') return `COALESCE(?${place(name)}, '')`
    return name === 'company_amount' && !hasRates
      ? COMPANY_AMOUNT.written(place(name), place('amount_currency'))
      : shared(name, `?${place(name)}`, '?2')
  })
  const updates = written.map(([name], i) => {
    if (name === 'company_amount' && !hasRates) return `${name} = ${COMPANY_AMOUNT.kept}`
    return KEPT_WHEN_NULL.has(name)
      ? `${name} = COALESCE(?${i + 6}, intake_submissions.${name})`
      : `${name} = excluded.${name}`
  })
  return db
    .prepare(
      `INSERT INTO intake_submissions (id, company_id, number, intake_category_id, created_at, updated_at, ${names.join(', ')})
       VALUES (?1, ?2, (SELECT COALESCE(MAX(number), 0) + 1 FROM intake_submissions WHERE company_id = ?2),
               ?3, ?4, ?5, ${values.join(', ')})
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, ${updates.join(', ')}
        WHERE intake_submissions.company_id = excluded.company_id
          AND intake_submissions.projected_sequence <= excluded.projected_sequence`,
    )
    .bind(
      state.targetId,
      state.companyId,
      state.pinned.source.intakeCategoryId,
      state.createdAt,
      now,
      ...written.map(([, value]) => value),
    )
}

/** The versions of the content in these events. */
const versionsIn = (events: readonly ApprovalEvent[]): { version: number; content: ContentParts }[] =>
  events.flatMap((event) => {
    if (event.type === 'request.submitted' || event.type === 'request.imported')
      return [{ version: 1, content: event.content }]
    if (event.type === 'request.edited' || event.type === 'answers.added') return [event]
    return event.type === 'request.restarted' && event.edit ? [event.edit] : []
  })

/** The answers of the versions in these events. Versions never change, so repeating is harmless. */
const answersStatement = (
  db: Pick<D1Database, 'prepare'>,
  state: RequestState,
  events: readonly ApprovalEvent[],
): D1PreparedStatement[] => {
  const rows = versionsIn(events).flatMap(({ version, content }) => {
    const { answers = {}, notes = {} } = content as Partial<RequestContent>
    return [...new Set([...Object.keys(answers), ...Object.keys(notes)])].map((questionId) => ({
      version,
      questionId,
      value: JSON.stringify(answers[questionId] ?? null),
      note: notes[questionId] ?? '',
    }))
  })
  if (rows.length === 0) return []
  return [
    db
      .prepare(
        `INSERT OR IGNORE INTO intake_answers (submission_id, version, question_id, company_id, value, note)
         SELECT ?1, value ->> 'version', value ->> 'questionId', '', value ->> 'value', value ->> 'note' FROM json_each(?2)`,
      )
      .bind(state.targetId, JSON.stringify(rows)),
  ]
}

/** What the vendor sees of a form that was sent to them. Their drafts end with the submission. */
const vendorFormStatements = (
  db: Pick<D1Database, 'prepare'>,
  state: RequestState,
  now: number,
): D1PreparedStatement[] => {
  const { vendorForm } = state.pinned.source
  if (!vendorForm) return []
  const asked = state.archivedAt === null ? sentBackBlocks(state).flatMap(({ sentBack }) => sentBack ?? []) : []
  const first = asked.toSorted((a, b) => a.at - b.at)[0]
  return [
    db
      .prepare(
        `UPDATE vendor_form_invitations SET status = ?4, submitted_at = ?5, sent_back_at = ?6, sent_back_message = ?7,
                archived_at = ?8, deleted_at = ?9, draft_answers = NULL, draft_notes = NULL
          WHERE id = ?3 AND intake_submission_id = ?1 AND ${IS_CURRENT}`,
      )
      .bind(
        state.targetId,
        state.sequence,
        vendorForm.id,
        state.status === 'WITHDRAWN' ? 'REJECTED' : state.status,
        state.submittedAt,
        first?.at ?? null,
        first ? asked.map(({ message }) => message).join('\n\n') : null,
        state.archivedAt,
        state.deletedAt,
      ),
    // What it names belongs to the company from now on. What is being added in a change isn't linked yet.
    db
      .prepare(
        `UPDATE vendor_documents SET given_at = ?4
          WHERE company_id = ?5 AND vendor_form_id = ?3 AND given_at IS NULL AND ${IS_CURRENT}
            AND EXISTS (SELECT 1 FROM document_links l WHERE l.company_id = ?5 AND l.document_id = vendor_documents.document_id
                  AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = ?1)`,
      )
      .bind(state.targetId, state.sequence, vendorForm.id, now, state.companyId),
  ]
}

/** All rows of a request: its own, its answers, and what its vendor sees. */
export const requestStatements = (
  db: Pick<D1Database, 'prepare'>,
  { state, events, last, now, onlyProgress }: SubjectProjection<RequestContent, RequestSource>,
): D1PreparedStatement[] => [
  ...sharedTextsStatement(db, state),
  onlyProgress ? progressStatement(db, state, last, now) : submissionStatement(db, state, last, now),
  ...answersStatement(db, state, events),
  ...vendorFormStatements(db, state, now),
  ...forgetStatements(db, state, Object.values(state.content.answers)),
]
