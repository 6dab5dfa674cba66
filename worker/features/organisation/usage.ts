import type { WorkflowDefinition } from '../../../schema/approvals/definition.ts'
import type { Block } from '../../../schema/approvals/model.ts'
import type { InUseReason } from '../../../schema/organisation/endpoints.ts'
import { AppError } from '../../core/errors.ts'
import type { StaffContext, Unit, UnitKind } from './units.ts'

/** As many of each reason as a person can look through at once. */
const SHOWN = 20

/** Ids hold no quotes, so an id within quotes is the id and not a part of another. */
const quoted = (id: string): string => `"${id}"`

const FORMER_NAMES = `SELECT change_data ->> '$.before.name' FROM audit_log
   WHERE company_id = ?1 AND target_type = ?2 AND target_id = ?4 AND action = ?5`

/** The condition of a statement that deletes: no workflow or matrix saved since it was checked names the unit. */
export const UNUSED_BY_WORKFLOWS = `NOT EXISTS (
  SELECT 1 FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
   WHERE w.company_id = ?2 AND w.deleted_at IS NULL AND c.deleted_at IS NULL AND instr(w.definition, '"' || ?1 || '"'))
  AND NOT EXISTS (
  SELECT 1 FROM approver_matrices am
   WHERE am.company_id = ?2 AND am.deleted_at IS NULL AND instr(am.value_ids, '"' || ?1 || '"'))`

/**
 * Everything that would be left pointing at nothing: rules and conditions of workflows, conditions of forms and of
 * approver matrices, undecided blocks whose approvers come from the unit, and answers of requests that are still pending.
 * A block says by name where its approvers come from, so former names of the unit count as well.
 */
export const usesOf = async ({ db, actor }: StaffContext, kind: UnitKind, unit: Unit): Promise<InUseReason[]> => {
  const { companyId } = actor
  const needle = quoted(unit.id)
  const [workflows, forms, matrices, blocks, names, answers] = await db.batch([
    db.sql(
      `SELECT w.id, w.label, w.definition, c.id AS categoryId, c.name AS category
         FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND c.deleted_at IS NULL AND instr(w.definition, ?2)
        ORDER BY c.ordinal, w.ordinal LIMIT ?3`,
      companyId,
      needle,
      SHOWN,
    ),
    db.sql(
      `SELECT c.id, c.name FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, ?2) ORDER BY c.ordinal LIMIT ?3`,
      companyId,
      needle,
      SHOWN,
    ),
    db.sql(
      `SELECT id, name FROM approver_matrices
        WHERE company_id = ?1 AND deleted_at IS NULL AND instr(value_ids, ?2) ORDER BY lower(name) LIMIT ?3`,
      companyId,
      needle,
      SHOWN,
    ),
    db.sql(
      `SELECT s.id, s.number, s.title, l.block FROM intake_submissions s
         JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'INTAKE_SUBMISSION'
          AND l.target_id = s.id AND l.run = s.run
        WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.status = 'PENDING' AND s.deleted_at IS NULL
          AND l.status = 'PENDING' AND EXISTS (
            SELECT 1 FROM (SELECT ?3 AS name UNION ALL ${FORMER_NAMES}) n
             WHERE instr(l.block, ?6 || ' ' || substr(json_quote(n.name), 2, length(json_quote(n.name)) - 2)))
        ORDER BY s.created_at LIMIT 200`,
      companyId,
      kind.auditTarget,
      unit.name,
      unit.id,
      `${kind.noun}.renamed`,
      kind.noun,
    ),
    db.sql(
      `SELECT ?3 AS name UNION ALL ${FORMER_NAMES}`,
      companyId,
      kind.auditTarget,
      unit.name,
      unit.id,
      `${kind.noun}.renamed`,
    ),
    db.sql(
      `SELECT DISTINCT s.id, s.number, s.title FROM intake_submissions s
         JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
        WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.status = 'PENDING' AND s.deleted_at IS NULL
          AND instr(a.value, ?2)
        ORDER BY s.created_at LIMIT ?3`,
      companyId,
      needle,
      SHOWN,
    ),
  ])
  const rowsOf = <Row>(result: D1Result<Record<string, unknown>> | undefined) =>
    (result?.results ?? []) as unknown as Row[]
  const known = new Set(rowsOf<{ name: string }>(names).map((row) => row.name))
  return [
    ...rowsOf<WorkflowUse>(workflows).flatMap((row) => workflowReasons(row, unit.id)),
    ...rowsOf<{ id: string; name: string }>(forms).map(
      (row): InUseReason => ({
        kind: 'FORM',
        text: `A condition of the form of ${row.name} names it`,
        href: `/settings/intake-categories/${row.id}/form`,
      }),
    ),
    ...rowsOf<{ id: string; name: string }>(matrices).map(
      (row): InUseReason => ({
        kind: 'MATRIX',
        text: `A condition of the approver matrix ${row.name} names it`,
        href: `/settings/manage-approver-matrix/${row.id}`,
      }),
    ),
    ...rowsOf<RequestUse & { block: string }>(blocks)
      .map((row) => ({ row, block: JSON.parse(row.block) as Block }))
      .filter(({ block }) => block.approvers.some(({ via }) => comesFrom(via, kind, known)))
      .slice(0, SHOWN)
      .map(
        ({ row, block }): InUseReason => ({
          kind: 'APPROVAL',
          text: `“${block.label}” of request #${row.number} ${row.title} waits for its people`,
          href: `/intake-request/${row.id}`,
        }),
      ),
    ...rowsOf<RequestUse>(answers).map(
      (row): InUseReason => ({
        kind: 'ANSWER',
        text: `An answer of request #${row.number} ${row.title}, which is pending`,
        href: `/intake-request/${row.id}`,
      }),
    ),
  ]
}

interface WorkflowUse {
  id: string
  label: string
  definition: string
  categoryId: string
  category: string
}
interface RequestUse {
  id: string
  number: number
  title: string
}

const workflowReasons = (row: WorkflowUse, unitId: string): InUseReason[] => {
  const { levels } = JSON.parse(row.definition) as WorkflowDefinition
  const rules = levels
    .flatMap((level) => level.rules)
    .filter((rule) => JSON.stringify(rule).includes(quoted(unitId)))
    .map((rule) => `The rule “${rule.label}” of the workflow ${row.label} (${row.category}) names it`)
  const entry = `The start condition of the workflow ${row.label} (${row.category}) names it`
  const href = `/settings/intake-categories/${row.categoryId}/workflows/${row.id}`
  return (rules.length > 0 ? rules : [entry]).map((text): InUseReason => ({ kind: 'WORKFLOW', text, href }))
}

/** What may follow a name in "group Legal and manager of Ada"; a name may itself hold " and ". */
const NEXT_WAY = / and (group |department |business unit |manager of |matrix |named in |chosen for |requestor|admin)/

const comesFrom = (via: string, kind: UnitKind, names: Set<string>): boolean =>
  [...names].some((name) =>
    [`${kind.noun} ${name}`, `chosen for ${kind.noun} ${name}`].some((way) => {
      const start = via === way || via.startsWith(`${way} and `) ? 0 : via.indexOf(` and ${way}`)
      if (start < 0) return false
      const rest = via.slice(start === 0 ? way.length : start + ' and '.length + way.length)
      return rest === '' || rest.search(NEXT_WAY) === 0
    }),
  )

/** Errors: RULE_BROKEN (IN_USE) with the reasons as details. */
export const refuseWhileInUse = async (context: StaffContext, kind: UnitKind, unit: Unit): Promise<void> => {
  const reasons = await usesOf(context, kind, unit)
  if (reasons.length === 0) return
  throw new AppError('RULE_BROKEN', `${unit.name} cannot be deleted while it is in use.`, {
    reason: 'IN_USE',
    details: reasons,
  })
}
