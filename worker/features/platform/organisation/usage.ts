import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { InUseReason, Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { servicesNaming, unusedByServicesSql } from '../../vendors/services/units.ts'
import type { UnitKind } from './kinds.ts'
import { pendingBlocks } from './pending-blocks.ts'

/** As many for each reason as a person can look through at once. */
const SHOWN = 20

type Row = Record<string, unknown>

/** A place that can refer to a unit: what to read there, and what to say about the result. */
export interface UseSource {
  statements: D1PreparedStatement[]
  /** @param rows the rows of each statement */
  reasons(...rows: Row[][]): InUseReason[]
}

/** Ids contain no quotes, so a quoted id is never part of another. */
const quoted = (id: string): string => `"${id}"`

/**
 * The condition of a statement that deletes unit ?1 of company ?2: nothing has started to refer to it since the check.
 */
export const unusedSql = ({ members, services }: UnitKind): string =>
  [
    `NOT EXISTS (
       SELECT 1 FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?2 AND w.deleted_at IS NULL AND c.deleted_at IS NULL
          AND instr(w.definition, '"' || ?1 || '"'))`,
    `NOT EXISTS (
       SELECT 1 FROM approver_matrices am
        WHERE am.company_id = ?2 AND am.deleted_at IS NULL AND instr(am.value_ids, '"' || ?1 || '"'))`,
    ...(services ? [unusedByServicesSql(services)] : []),
    ...(members && !members.own
      ? [`NOT EXISTS (SELECT 1 FROM ${members.table} m WHERE m.company_id = ?2 AND m.${members.unitColumn} = ?1)`]
      : []),
  ].join(' AND ')

/** Rules and entry conditions of workflows. */
const workflows = ({ db, actor }: StaffContext, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT w.id, w.label, w.definition, c.id AS categoryId, c.name AS category
         FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND c.deleted_at IS NULL AND instr(w.definition, ?2)
        ORDER BY c.ordinal, w.ordinal LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      SHOWN,
    ),
  ],
  reasons: (rows) =>
    rows.flatMap((row) => {
      const { levels } = JSON.parse(String(row.definition)) as WorkflowDefinition
      const rules = levels
        .flatMap((level) => level.rules)
        .filter((rule) => JSON.stringify(rule).includes(quoted(unit.id)))
        .map((rule) => `The rule “${rule.label}” of the workflow ${row.label} (${row.category}) names it`)
      const entry = `The start condition of the workflow ${row.label} (${row.category}) names it`
      const href = `/settings/intake-categories/${row.categoryId}/workflows/${row.id}`
      return (rules.length > 0 ? rules : [entry]).map((text): InUseReason => ({ kind: 'WORKFLOW', text, href }))
    }),
})

const forms = ({ db, actor }: StaffContext, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT c.id, c.name FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, ?2) ORDER BY c.ordinal LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      SHOWN,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'FORM',
      text: `A condition of the form of ${row.name} names it`,
      href: `/settings/intake-categories/${row.id}/form`,
    })),
})

const matrices = ({ db, actor }: StaffContext, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT id, name FROM approver_matrices
        WHERE company_id = ?1 AND deleted_at IS NULL AND instr(value_ids, ?2) ORDER BY lower(name) LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      SHOWN,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'MATRIX',
      text: `A condition of the approver matrix ${row.name} names it`,
      href: `/settings/manage-approver-matrix/${row.id}`,
    })),
})

const answers = ({ db, actor }: StaffContext, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT DISTINCT s.id, s.number, s.title FROM intake_submissions s
         JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
        WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.status = 'PENDING' AND s.deleted_at IS NULL
          AND instr(a.value, ?2)
        ORDER BY s.created_at LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      SHOWN,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'ANSWER',
      text: `An answer of request #${row.number} ${row.title}, which is pending`,
      href: `/intake-request/${row.id}`,
    })),
})

/** People whose membership refers to it, which is used for locations. */
const people = ({ db, actor }: StaffContext, { members, noun }: UnitKind, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT trim(u.first_name || ' ' || u.last_name) AS name, COUNT(*) OVER () AS total
         FROM ${members?.table} m JOIN users u ON u.id = m.user_id
        WHERE m.company_id = ?1 AND m.${members?.unitColumn} = ?2 ORDER BY name LIMIT 1`,
      actor.companyId,
      unit.id,
    ),
  ],
  reasons: ([first]) => {
    if (!first) return []
    const others = Number(first.total) - 1
    const who = others ? `${first.name} and ${others} more have` : `${first.name} has`
    return [{ kind: 'MEMBER', text: `${who} it as their ${noun}`, href: '/settings/members' }]
  },
})

const spending = ({ db, actor }: StaffContext, kind: UnitKind, unit: Unit): UseSource => ({
  statements: [
    db.sql(
      `SELECT MIN(month) AS since FROM unit_spend_months
        WHERE company_id = ? AND unit_kind = ? AND unit_id = ? AND amount_minor <> 0`,
      actor.companyId,
      kind.auditTarget,
      unit.id,
    ),
  ],
  reasons: ([row]) =>
    row?.since
      ? [
          {
            kind: 'SPEND',
            text: `Spend is recorded under it since ${row.since}`,
            href: `/settings/manage-${kind.key}s/${unit.id}`,
          },
        ]
      : [],
})

/** Everything that still refers to it, in one round trip. */
export const usesOf = async (context: StaffContext, kind: UnitKind, unit: Unit): Promise<InUseReason[]> => {
  const sources = [
    workflows(context, unit),
    forms(context, unit),
    matrices(context, unit),
    ...(kind.members && !kind.members.own ? [people(context, kind, unit)] : []),
    ...(kind.countsSpend ? [spending(context, kind, unit)] : []),
    ...(kind.services ? [servicesNaming(context, kind.services, unit.id)] : []),
    ...(kind.asks ? [pendingBlocks(context, kind, unit, SHOWN)] : []),
    answers(context, unit),
  ]
  const results = await context.db.batch(sources.flatMap((source) => source.statements))
  const rows = results.map((result) => result.results)
  return sources.flatMap((source) => source.reasons(...rows.splice(0, source.statements.length)))
}

/**
 * Throws RULE_BROKEN (IN_USE) with the reasons as details.
 * @param stands whether a use prevents it; by default each does
 */
export const refuseWhileInUse = async (
  context: StaffContext,
  kind: UnitKind,
  unit: Unit,
  { verb = 'deleted', stands = () => true }: { verb?: string; stands?: (use: InUseReason) => boolean } = {},
): Promise<void> => {
  const reasons = (await usesOf(context, kind, unit)).filter(stands)
  if (reasons.length === 0) return
  throw new AppError('RULE_BROKEN', `${unit.name} cannot be ${verb} while it is in use.`, {
    reason: 'IN_USE',
    details: reasons,
  })
}
