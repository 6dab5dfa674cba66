import type { UseFormReturnType } from '@mantine/form'
import type { Option } from '../../../../../schema/shared/values.ts'
import { MOST_ORDER_LINES } from '../../../../../schema/spend/purchase-orders/content.ts'
import type { OrderOption } from '../../../../../schema/spend/purchase-orders/endpoints.ts'
import { FormLines } from '../../../../ui/grid/form-lines.tsx'
import { amountColumn, shownColumns, sumOfLines, textColumn } from '../../../../ui/grid/line-columns.ts'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { useLookupColumn } from '../../../platform/lookups/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import { sourceOf } from './order-sources.ts'
import { type LineValues, nextLine, type OrderValues } from './order-values.ts'

interface OrderLinesProps {
  form: UseFormReturnType<OrderValues>
  /** An accounting system gets the order. */
  isInBooks: boolean
  /** Names that came with the lines. */
  known: Option[]
}

const useLineColumns = ({ form, isInBooks, known }: OrderLinesProps) => {
  const { lines, currency } = form.values
  const withClass = useCompany().enableBusinessUnits || isInBooks
  const source = (kind: OrderOption) => sourceOf(kind, isInBooks)
  const account = useLookupColumn('account', isInBooks ? 'Account' : 'Spend category', source('account'), lines, known)
  const department = useLookupColumn('department', 'Department', source('department'), lines, known)
  const classification = useLookupColumn(
    'classification',
    isInBooks ? 'Class' : 'Business unit',
    source('classification'),
    lines,
    known,
  )
  const location = useLookupColumn('location', 'Location', source('location'), lines, known)
  return shownColumns<LineValues>([
    textColumn('description', 'Description', 2000),
    { ...account, required: isInBooks },
    department,
    withClass && classification,
    location,
    amountColumn(currency),
  ])
}

/** The lines of an order and their total. */
export const OrderLinesFields = (props: OrderLinesProps) => {
  const { form } = props
  const { lines, currency } = form.values
  return (
    <FormLines
      form={form}
      columns={useLineColumns(props)}
      nextLine={nextLine}
      most={MOST_ORDER_LINES}
      total={
        <>
          Total{' '}
          <strong>
            <MoneyText money={{ value: sumOfLines(lines), currency }} />
          </strong>
        </>
      }
    />
  )
}
