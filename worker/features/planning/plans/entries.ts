import {
  kindOfDimension,
  MOST_PLAN_LINES,
  PLAN_DIMENSIONS,
  type PlanDimension,
  type PlanMappingKind,
  type PlanType,
} from '../../../../schema/planning/plans/values.ts'
import { nameKeyOf } from '../../../../schema/shared/name-match.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { countStatements } from './links.ts'

/** Writing the lines of a plan, with the items that they name and what they sum to. */

/** What a line names. Null: none. */
export type LineNames = Record<PlanDimension, string | null>

export interface NewLine {
  names: LineNames
  /** Minor units, one for each month of the plan. */
  amounts: number[]
}

/** Sums beyond it would no longer be exact. */
const MOST_SUMMED = 1_000_000_000_000_000

/** Lines by what they name: the same names make one line, whose amounts are added up. */
export class LinesByName {
  readonly #lines = new Map<string, NewLine>()
  readonly #months: number
  #sum = 0

  constructor(months: number) {
    this.#months = months
  }

  add(names: LineNames, month: number, amount: number): void {
    const key = JSON.stringify(PLAN_DIMENSIONS.map((dimension) => nameKeyOf(names[dimension] ?? '')))
    let line = this.#lines.get(key)
    if (!line) {
      line = { names, amounts: Array.from({ length: this.#months }, () => 0) }
      this.#lines.set(key, line)
    }
    line.amounts[month] = (line.amounts[month] ?? 0) + amount
    this.#sum += Math.abs(amount)
  }

  get lines(): readonly NewLine[] {
    return [...this.#lines.values()]
  }

  get isTooLarge(): boolean {
    return this.#sum > MOST_SUMMED
  }
}

/** What lines name, each once. */
export const namesIn = (
  lines: readonly NewLine[],
  type: PlanType,
): { kind: PlanMappingKind; name: string; nameKey: string }[] => {
  const found = new Map<string, { kind: PlanMappingKind; name: string; nameKey: string }>()
  for (const { names } of lines) {
    for (const dimension of PLAN_DIMENSIONS) {
      const name = names[dimension]?.trim()
      if (!name) continue
      const [kind, nameKey] = [kindOfDimension(dimension, type), nameKeyOf(name)]
      const key = `${kind} ${nameKey}`
      if (!found.has(key)) found.set(key, { kind, name, nameKey })
    }
  }
  return [...found.values()]
}

/** A bound text can have at most 2 MB. */
const PART = 200

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / PART) }, (_, at) => all.slice(at * PART, (at + 1) * PART))

export const COLUMNS: Record<PlanDimension, string> = {
  department: 'department_item_id',
  businessUnit: 'business_unit_item_id',
  category: 'category_item_id',
  location: 'location_item_id',
  vendor: 'vendor_item_id',
}

const insertLines = (type: PlanType): string => {
  const itemOf = (dimension: PlanDimension): string =>
    `coalesce((SELECT i.id FROM plan_items i WHERE i.company_id = ?1 AND i.plan_id = ?2 AND i.kind = '${kindOfDimension(dimension, type)}'
        AND i.name_key = l.value ->> '${dimension}'), '')`
  return `INSERT INTO plan_lines (company_id, plan_id, type, ${Object.values(COLUMNS).join(', ')}, amounts)
    SELECT ?1, ?2, ?3, ${PLAN_DIMENSIONS.map(itemOf).join(', ')}, l.value -> 'amounts' FROM json_each(?4) l WHERE 1
    ON CONFLICT DO UPDATE SET amounts = (
      SELECT json_group_array(sum) FROM (
        SELECT a.value + b.value AS sum FROM json_each(plan_lines.amounts) a
          JOIN json_each(excluded.amounts) b ON b.key = a.key ORDER BY a.key))`
}

const insertSums = (dimension: PlanDimension | 'all'): string => {
  const item = dimension === 'all' ? "''" : `l.${COLUMNS[dimension]}`
  return `INSERT INTO plan_sums (company_id, plan_id, type, dimension, item_id, total_minor, amounts)
    SELECT ?1, ?2, ?3, '${dimension}', item, SUM(amount), json_group_array(amount) FROM (
      SELECT ${item} AS item, j.key AS place, SUM(j.value) AS amount
        FROM plan_lines l CROSS JOIN json_each(l.amounts) j
       WHERE l.company_id = ?1 AND l.plan_id = ?2 AND l.type = ?3
       GROUP BY 1, 2 ORDER BY 1, 2)
     GROUP BY item`
}

/**
 * Adds lines to a plan that still has this revision. Throws INVALID if it would have too many.
 * @param field where that message goes
 */
export const lineStatements = (
  context: StaffContext,
  plan: { id: string; revision: number; lines: number },
  given: Partial<Record<PlanType, readonly NewLine[]>>,
  field: string,
): D1PreparedStatement[] => {
  const { db, actor, newId } = context
  const { companyId } = actor
  const types = (Object.entries(given) as [PlanType, readonly NewLine[]][]).filter(([, lines]) => lines.length > 0)
  // Lines that the plan has already are no new ones, so that a full plan can be added to.
  const added = Math.max(0, ...types.map(([, lines]) => lines.length))
  if (added > MOST_PLAN_LINES || plan.lines > MOST_PLAN_LINES)
    throw invalidField(field, `A plan has at most ${MOST_PLAN_LINES.toLocaleString('en-US')} lines.`)
  const items = types.flatMap(([type, lines]) => namesIn(lines, type))
  const known = new Map(items.map((item) => [`${item.kind} ${item.nameKey}`, item]))
  return [
    ...inParts([...known.values()]).map((part) =>
      db.sql(
        `INSERT OR IGNORE INTO plan_items (id, company_id, plan_id, kind, name, name_key)
         SELECT value ->> 'id', ?1, ?2, value ->> 'kind', value ->> 'name', value ->> 'nameKey' FROM json_each(?3)`,
        companyId,
        plan.id,
        JSON.stringify(part.map((item) => ({ id: newId(), ...item }))),
      ),
    ),
    ...types.flatMap(([type, lines]) => [
      ...inParts(lines).map((part) =>
        db.sql(
          insertLines(type),
          companyId,
          plan.id,
          type,
          JSON.stringify(
            part.map(({ names, amounts }) => ({
              ...Object.fromEntries(PLAN_DIMENSIONS.map((each) => [each, nameKeyOf(names[each] ?? '')])),
              amounts,
            })),
          ),
        ),
      ),
      db.sql('DELETE FROM plan_sums WHERE company_id = ? AND plan_id = ? AND type = ?', companyId, plan.id, type),
      ...(['all', ...PLAN_DIMENSIONS] as const).map((each) => db.sql(insertSums(each), companyId, plan.id, type)),
    ]),
    ...countStatements(context, plan.id, [...new Set(items.map(({ kind }) => kind))]),
    db.sql(
      `UPDATE plans SET revision = revision + 1,
              lines = (SELECT COUNT(*) FROM plan_lines l WHERE l.company_id = ?2 AND l.plan_id = ?1)
        WHERE id = ?1 AND company_id = ?2 AND revision = ?3`,
      plan.id,
      companyId,
      plan.revision,
    ),
    guardOneRow(db),
  ]
}
