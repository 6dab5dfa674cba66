import { importPlan, type PlanPreview, previewPlanImport } from '../../../../schema/planning/plans/endpoints.ts'
import { PLAN_MAPPING_KINDS, PLAN_TYPES, type PlanType, planMonths } from '../../../../schema/planning/plans/values.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { newPlanStatements, planAudit, requireRange } from './change.ts'
import { lineStatements, type NewLine, namesIn } from './entries.ts'
import { readPlanTable } from './import-table.ts'

/** Importing a table as a plan: what it would make, and making it as a whole. */

interface Given {
  startYearMonth: string
  endYearMonth: string
  table: string
}

const readGiven = ({ actor }: StaffContext, given: Given) => {
  requireRange(given)
  return readPlanTable(given.table, planMonths(given.startYearMonth, given.endYearMonth), actor.company.currency)
}

const EXAMPLES = 5

const totalOf = (lines: readonly NewLine[]): number =>
  lines.reduce((sum, { amounts }) => sum + amounts.reduce((all, amount) => all + amount, 0), 0)

export const previewImport = query({
  id: previewPlanImport.id,
  access: 'plans.manage',
  input: inputOf(previewPlanImport),
  run: async (context, given): Promise<PlanPreview> => {
    const { currency } = context.actor.company
    const { rows, lines, leftOut, faults, faultCount } = readGiven(context, given)
    const names = PLAN_TYPES.flatMap((type) => namesIn(lines[type], type))
    const total = (type: PlanType) => (lines[type].length > 0 ? { value: totalOf(lines[type]), currency } : null)
    return {
      ...{ currency, rows, leftOut, faults, faultCount },
      lines: lines.expense.length + lines.revenue.length,
      items: PLAN_MAPPING_KINDS.flatMap((kind) => {
        // A department with expenses and revenue is one.
        const found = [
          ...new Map(names.filter((each) => each.kind === kind).map((each) => [each.nameKey, each.name])).values(),
        ]
        return found.length > 0 ? [{ kind, count: found.length, examples: found.slice(0, EXAMPLES) }] : []
      }),
      totals: { expense: total('expense'), revenue: total('revenue') },
    }
  },
})

/** Throws INVALID with every fault if a row can't be read. Then nothing is made. */
export const importTable = command({
  id: importPlan.id,
  access: 'plans.manage',
  input: inputOf(importPlan),
  run: async (context, { table, ...given }): Promise<{ id: string; lines: number }> => {
    const { lines, faults, faultCount } = readGiven(context, { ...given, table })
    const [first] = faults
    if (first) {
      const where = first.column ? `Row ${first.row}, ${first.column}` : `Row ${first.row}`
      const others = faultCount > 1 ? ` ${(faultCount - 1).toLocaleString('en-US')} more to correct.` : ''
      const message = `${where}: ${first.message}.${others}`
      throw new AppError('INVALID', message, { fields: { table: message }, details: { faults, faultCount } })
    }
    const count = lines.expense.length + lines.revenue.length
    if (count === 0) throw invalidField('table', 'The table has no amounts.')
    const planId = context.newId()
    const made = await newPlanStatements(context, planId, given)
    return commit(context, {
      subject: 'The list of plans',
      statements: [
        ...made.statements,
        ...lineStatements(context, { id: planId, revision: 0, lines: 0 }, lines, 'table'),
      ],
      audit: [
        made.audit,
        planAudit(planId, {
          ...{ key: 'r1', action: 'imported' },
          message: `Imported ${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'} into the plan ${given.name}`,
        }),
      ],
      result: { id: planId, lines: count },
    })
  },
})
