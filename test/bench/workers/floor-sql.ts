/**
 * The best SQL for each page's answer, written by hand for the generated company: no unused filters, and no names that
 * the row already has. ?1 is the company. Only the floor uses these statements.
 */

export interface FloorQuery {
  sql: string
  params: (string | number)[]
}

/** Whose session it is, and what they may do. Read before each page, as in any product. */
export const SESSION_SQL = `SELECT s.user_id AS userId, s.company_id AS companyId, s.expires_at AS expiresAt, m.card,
    m.has_admin_access AS isAdmin, c.flags
  FROM sessions s CROSS JOIN company_memberships m ON m.company_id = s.company_id AND m.user_id = s.user_id
 CROSS JOIN companies c ON c.id = s.company_id
 WHERE s.token_hash = ?1 AND s.expires_at > ?2 AND m.disabled_at IS NULL`

const ROW = `s.id, s.number, s.title, s.intake_category_id AS categoryId, c.name AS categoryName,
    s.requestor_user_id AS requestorUserId, s.requestor_name AS requestorName, s.status, s.is_draft AS isDraft,
    s.archived_at AS archivedAt, s.progress, s.waiting_for AS waitingFor, s.approved_by AS approvedBy,
    s.rejected_by AS rejectedBy, s.amount_value AS amountValue, s.amount_currency AS amountCurrency,
    s.vendor_id AS vendorId, v.name AS vendorName, s.due_date AS dueDate, s.created_at AS createdAt,
    s.submitted_at AS submittedAt, s.completed_at AS completedAt, s.current_level_since AS currentLevelSince,
    s.last_event AS lastEvent, s.last_event_at AS lastEventAt`
const NAMES = `CROSS JOIN intake_categories c ON c.id = s.intake_category_id LEFT JOIN vendors v ON v.id = s.vendor_id`

export const listQuery = (companyId: string): FloorQuery => ({
  sql: `SELECT ${ROW} FROM intake_submissions s INDEXED BY intake_submissions_created ${NAMES}
    WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.deleted_at IS NULL AND s.archived_at IS NULL
    ORDER BY s.created_at DESC, s.number DESC LIMIT 21`,
  params: [companyId],
})

interface Filters {
  status: string
  intakeCategoryId: string
  vendorId: string
  createdFrom: string
}

/** The filtered answer is found by its question's id, without looking up the label. */
export const filteredQuery = (companyId: string, filters: Filters, questionId: string): FloorQuery => ({
  sql: `SELECT ${ROW} FROM intake_submissions s INDEXED BY intake_submissions_vendor ${NAMES}
    WHERE s.company_id = ?1 AND s.vendor_id = ?2 AND s.status = ?3 AND s.intake_category_id = ?4 AND s.is_draft = 0
      AND s.created_at >= ?5 AND s.deleted_at IS NULL AND s.archived_at IS NULL
      AND EXISTS (SELECT 1 FROM intake_answers a WHERE a.submission_id = s.id AND a.version = s.version
                     AND a.question_id = ?6 AND a.value = 'false')
    ORDER BY s.created_at DESC, s.number DESC LIMIT 21`,
  params: [
    companyId,
    filters.vendorId,
    filters.status,
    filters.intakeCategoryId,
    Date.parse(filters.createdFrom),
    questionId,
  ],
})

/** A request's head, answers or steps, by its key. */
export const DETAILS: Record<'details' | 'answers' | 'approvals', (companyId: string, id: string) => FloorQuery[]> = {
  details: (companyId, id) => [
    {
      sql: `SELECT ${ROW}, s.version, s.run, u.first_name, u.last_name, u.email FROM intake_submissions s ${NAMES}
         LEFT JOIN users u ON u.id = s.created_by_user_id WHERE s.id = ?2 AND s.company_id = ?1`,
      params: [companyId, id],
    },
    {
      sql: `SELECT user_id FROM request_participants
         WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2 AND is_watcher = 1`,
      params: [companyId, id],
    },
  ],
  answers: (companyId, id) => [
    {
      sql: `SELECT f.definition FROM intake_submissions s CROSS JOIN intake_form_versions f
            ON f.intake_category_id = s.intake_category_id AND f.version = s.form_version
         WHERE s.id = ?2 AND s.company_id = ?1`,
      params: [companyId, id],
    },
    {
      sql: `SELECT a.question_id, a.value, v.name AS vendorName, d.name AS departmentName FROM intake_submissions s
         CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
          LEFT JOIN vendors v ON v.id = a.value ->> '$' LEFT JOIN departments d ON d.id = a.value ->> '$'
         WHERE s.id = ?2 AND s.company_id = ?1`,
      params: [companyId, id],
    },
  ],
  approvals: (companyId, id) => [
    {
      sql: 'SELECT status, version, run, archived_at, plan FROM intake_submissions WHERE id = ?2 AND company_id = ?1',
      params: [companyId, id],
    },
    {
      sql: `SELECT block FROM level_group_statuses
         WHERE company_id = ?1 AND target_type = 'INTAKE_SUBMISSION' AND target_id = ?2 ORDER BY run, level, ordinal`,
      params: [companyId, id],
    },
  ],
}

/** Titles with all the words, newest first: one query of the full-text index. */
export const searchQuery = (companyId: string, text: string): FloorQuery => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return {
    sql: `SELECT e.kind, e.target_id, e.title FROM search_index h CROSS JOIN search_entries e ON e.id = h.rowid
       WHERE h.search_index MATCH ?2 AND e.company_id = ?1 ORDER BY h.rowid DESC LIMIT 12`,
    params: [companyId, words.map((word) => `"${word}"*`).join(' ') || '"nothing"'],
  }
}
