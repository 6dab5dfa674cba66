import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  awaitedBlocks,
  awaitedSince,
  currentBlocks,
  isDecided,
  progressOf,
} from '../../../../schema/approvals/engine/model.ts'
import type { Notes } from '../../../../schema/requests/submissions/notes.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import { waitedFor } from '../participants.ts'

/** The projection's row of a request. Its `projected_sequence` guards all other statements. */

/** True if this projection has just written the row. Numbered parameters: ?1 id, ?2 sequence. */
export const INTAKE_IS_CURRENT = 'EXISTS (SELECT 1 FROM intake_submissions WHERE id = ?1 AND projected_sequence = ?2)'

const idAndName = (people: readonly PersonRef[]) => [
  ...new Map(people.map((p) => [p.userId, { id: p.userId, name: p.name }])).values(),
]

const decidedBy = (state: ApprovalState, decision: 'APPROVED' | 'REJECTED') =>
  idAndName(currentBlocks(state).flatMap((b) => b.decisions.filter((d) => d.decision === decision)))

const waiting = (state: ApprovalState) =>
  awaitedBlocks(state).map((block) => ({
    label: block.label,
    since: awaitedSince(state, block),
    people: idAndName(waitedFor(block)),
  }))

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

/** What the request is, as filed and edited. */
const contentColumns = (state: ApprovalState) => ({
  form_version: state.formVersion,
  title: state.title,
  requestor_user_id: state.requestor.userId,
  requestor_name: state.requestor.name,
  created_by_user_id: state.createdBy.userId,
  contact_name: state.contact?.name ?? null,
  contact_email: state.contact?.email ?? null,
  is_draft: 0,
  draft_answers: null,
  draft_notes: null,
  draft_watcher_user_ids: null,
  amount_value: state.amount?.value ?? null,
  amount_currency: state.amount?.currency ?? null,
  company_amount: (state.amount && inCompanyCurrency(state.amount, state.pinned.form.exchange)?.value) ?? null,
  vendor_id: state.vendorId,
  due_date: state.dueDate,
  version: state.version,
  run: state.run,
  plan: JSON.stringify({
    workflow: state.workflow,
    skipped: state.skipped,
    settings: state.settings,
    involvedIds: state.involved.map(({ userId }) => userId),
  }),
  submitted_at: state.submittedAt,
})

/** The progress of the request. */
const progressColumns = (state: ApprovalState, last: Last | null) => ({
  status: state.status,
  archived_at: state.archivedAt,
  deleted_at: state.deletedAt,
  progress: progressOf(state),
  waiting_for: JSON.stringify(waiting(state)),
  approved_by: JSON.stringify(decidedBy(state, 'APPROVED')),
  rejected_by: JSON.stringify(decidedBy(state, 'REJECTED')),
  current_level_since: currentLevelSince(state),
  completed_at: state.completedAt,
  status_history: JSON.stringify(state.statusHistory),
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
export const intakeProgressStatement = (
  db: Pick<D1Database, 'prepare'>,
  state: ApprovalState,
  last: Last | null,
  now: number,
): D1PreparedStatement => {
  const written = Object.entries(progressColumns(state, last))
  const updates = written.map(([name], i) =>
    KEPT_WHEN_NULL.has(name) ? `${name} = COALESCE(?${i + 5}, ${name})` : `${name} = ?${i + 5}`,
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
export const intakeSubmissionStatement = (
  db: Pick<D1Database, 'prepare'>,
  state: ApprovalState,
  last: Last | null,
  now: number,
): D1PreparedStatement => {
  const written = Object.entries({ ...contentColumns(state), ...progressColumns(state, last) })
  const names = written.map(([name]) => name)
  const place = (name: string): number => names.indexOf(name) + 6
  const hasRates = state.pinned.form.exchange !== undefined
  const values = names.map((name) => {
    if (name === 'last_event') return `COALESCE(?${place(name)}, '')`
    return name === 'company_amount' && !hasRates
      ? COMPANY_AMOUNT.written(place(name), place('amount_currency'))
      : `?${place(name)}`
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
      state.intakeCategoryId,
      state.createdAt,
      now,
      ...written.map(([, value]) => value),
    )
}

/** The answers of the versions in these events. Versions never change, so repeating is harmless. */
export const intakeAnswersStatement = (
  db: Pick<D1Database, 'prepare'>,
  state: ApprovalState,
  versions: readonly { version: number; answers: Record<string, unknown>; notes?: Notes }[],
): D1PreparedStatement[] => {
  const rows = versions.flatMap(({ version, answers, notes = {} }) =>
    [...new Set([...Object.keys(answers), ...Object.keys(notes)])].map((questionId) => ({
      version,
      questionId,
      value: JSON.stringify(answers[questionId] ?? null),
      note: notes[questionId] ?? '',
    })),
  )
  if (rows.length === 0) return []
  return [
    db
      .prepare(
        `INSERT OR IGNORE INTO intake_answers (submission_id, version, question_id, company_id, value, note)
         SELECT ?1, value ->> 'version', value ->> 'questionId', ?2, value ->> 'value', value ->> 'note' FROM json_each(?3)`,
      )
      .bind(state.targetId, state.companyId, JSON.stringify(rows)),
  ]
}
