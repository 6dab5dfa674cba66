import type { BillFormValues } from '../../../../../schema/money/bills/form-endpoints.ts'
import { drawsOf, openOfLine } from '../../../../../schema/money/bills/match.ts'
import type { OrderForBill } from '../../../../../schema/money/bills/match-endpoints.ts'
import { dayText } from '../../../../../schema/shared/calendar.ts'
import { formatMoney } from '../../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../../schema/shared/values.ts'
import { type GridColumn, meantBy } from '../../../../ui/grid/columns.ts'
import { amountColumn, shownColumns, textColumn } from '../../../../ui/grid/line-columns.ts'
import { useLookupColumn } from '../../../platform/lookups/index.ts'
import type { BillValues, LineValues } from '../form-values.ts'
import { ERP } from '../sources.ts'

/** The columns of a bill's lines. */

type Column = GridColumn<LineValues>
const spreadNote = ({ amortizationStartDate: from, amortizationEndDate: to }: LineValues): string | null =>
  from !== null && to !== null && isCalendarDate(from) && isCalendarDate(to)
    ? `${dayText(from)} – ${dayText(to)}`
    : null

/** How much of the line of the order is left, after all lines that are for it. */
const openNote = (order: OrderForBill, { lines, isCredit }: Pick<BillValues, 'lines' | 'isCredit'>) => {
  const draws = drawsOf(
    lines.map(({ amount, purchaseOrderLineId }) => ({ amount: amount ?? 0, purchaseOrderLineId })),
    isCredit,
  )
  return ({ purchaseOrderLineId }: LineValues): string | null => {
    const line = order.lines.find(({ id }) => id === purchaseOrderLineId)
    if (!line) return null
    const left = openOfLine(order, line) - (draws.get(line.id) ?? 0)
    const money = formatMoney({ value: Math.abs(left), currency: order.currency })
    return left < 0 ? `${money} over` : `${money} left`
  }
}

const orderColumn = (order: OrderForBill, values: BillValues): Column => {
  const options = order.lines.map(({ id, description }, at) => ({
    value: id,
    label: `${at + 1} ${description || 'No description'}`,
  }))
  return {
    kind: 'choice',
    id: 'purchaseOrderLineId',
    header: order.readableId,
    get: (line: LineValues) => line.purchaseOrderLineId,
    set: (line: LineValues, value: string | null) => ({ ...line, purchaseOrderLineId: value }),
    textOf: (id) => options.find(({ value }) => value === id)?.label ?? 'No longer on the order',
    useFound: (typed) => ({
      options: options.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())),
      waiting: false,
      askNow: () => {},
    }),
    resolve: async (text) => meantBy(options, text) ?? null,
    remember: () => {},
    note: openNote(order, values),
  }
}

/** @param order the bill's purchase order, whose lines its own can be for */
export const useLineColumns = (
  options: BillFormValues,
  values: BillValues,
  order: OrderForBill | undefined,
): Column[] => {
  const { lines, currency } = values
  const account = useLookupColumn('erpAccountId', 'Account', ERP.account, lines)
  const department = useLookupColumn('erpDepartmentMappingId', 'Department', ERP.department, lines)
  const ofClass = useLookupColumn('erpBusinessUnitId', 'Class', ERP.class, lines)
  const tax = useLookupColumn('erpTaxCodeId', 'Tax code', ERP['tax-code'], lines)
  return shownColumns<LineValues>([
    { ...textColumn('memo', 'Memo', 4000), note: spreadNote },
    options.hasAccounts && { ...account, required: options.needsAccounts },
    options.hasDepartments && department,
    options.hasClasses && ofClass,
    options.taxCodes.length > 0 && tax,
    order && orderColumn(order, values),
    amountColumn(currency),
  ])
}
