import { chooseDefinitions } from '../../../../schema/approvals/engine/plan.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { type FoundRow, type RunningRow, registerRunning } from '../../approvals/rerouting/index.ts'
import { planSeveralRunning } from './running.ts'
import { requestSubject } from './subject.ts'
import type { SubmissionAccess } from './visibility.ts'

type Found = Omit<RunningRow, 'href'> & Pick<SubmissionAccess, 'intakeCategoryId' | 'formVersion'> & { number: number }
const known = (found: FoundRow) => found as unknown as Found

const COLUMNS = `s.id, s.number, s.title, s.requestor_name AS requestorName, s.created_at AS createdAt,
  COALESCE(s.submitted_at, s.created_at) AS submittedAt, s.intake_category_id AS intakeCategoryId,
  s.form_version AS formVersion`

/** Categories that a change concerns. ?2 is what has changed. */
const CATEGORIES = {
  WORKFLOW: 'SELECT intake_category_id FROM intake_workflows WHERE id = ?2 AND +company_id = ?1',
  MATRIX: `SELECT DISTINCT w.intake_category_id FROM intake_workflows w, json_each(w.principal_ids) j
            WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND j.value = ?2`,
}

/** Requests in progress, for moving them to a new version. */
registerRunning({
  targetType: requestSubject.targetType,
  newest: ({ db, actor }, { changed, before, first }) =>
    changed.kind === 'RULE_SET'
      ? null
      : db.sql(
          // The newest of each category by themselves, so that the others aren't read.
          `WITH categories(id) AS MATERIALIZED (${CATEGORIES[changed.kind]})
           SELECT ${COLUMNS} FROM categories c
            CROSS JOIN intake_submissions s ON s.id IN (
              SELECT p.id FROM intake_submissions p INDEXED BY intake_submissions_pending
               WHERE p.company_id = ?1 AND p.intake_category_id = c.id AND p.status = 'PENDING' AND p.is_draft = 0
                 AND p.archived_at IS NULL AND p.deleted_at IS NULL
                 AND (?3 IS NULL OR (p.created_at, p.id) < (?3, ?4))
               ORDER BY p.created_at DESC, p.id DESC LIMIT ?5)
            ORDER BY s.created_at DESC, s.id DESC LIMIT ?5`,
          actor.companyId,
          changed.id,
          before?.createdAt ?? null,
          before?.id ?? null,
          first,
        ),
  named: ({ db, actor }, ids) =>
    db.sql(
      `SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN intake_submissions s ON s.id = j.value
        WHERE +s.company_id = ?1 AND s.is_draft = 0 AND s.deleted_at IS NULL`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  toRow: (found) => {
    const { id, number, title, requestorName, createdAt, submittedAt } = known(found)
    return {
      ...{ id, requestorName, createdAt, submittedAt },
      title: `#${number} ${title}`,
      href: hrefOf('INTAKE_SUBMISSION', id),
    }
  },
  plans: async (context, found, kind) => {
    const { statements, read } = await planSeveralRunning(context, found.map(known))
    return {
      statements,
      read: (results) =>
        new Map(
          [...read(results)].map(([id, planned]) => [
            id,
            () => {
              const { filing, answers } = planned()
              const planning = filing.planningOf(answers)
              if (kind === 'MATRIX') return planning
              const { definitions } = chooseDefinitions(filing.workflows, filing.factsOf(answers), 'FIRST')
              return { ...planning, definitions }
            },
          ]),
        ),
    }
  },
})
