import type { Currency } from '../../../../schema/shared/money.ts'
import type { CustomColumn } from '../../../../schema/vendors/settings/columns.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import type { Column } from '../../../ui/table/types.ts'

interface Answer {
  value: string | number | boolean
  currency?: Currency | null | undefined
}

interface Answered {
  customColumns: readonly { questionId: string | null; answers: readonly Answer[] }[]
}

const answerText = (answers: readonly Answer[]): string =>
  answers
    .map(({ value, currency }) => {
      if (typeof value === 'boolean') return value ? 'Yes' : 'No'
      if (typeof value === 'number') return currency ? formatMoney({ value, currency }) : formatNumber(value)
      return value
    })
    .join(', ')

/** A custom column of vendors or services. */
export const ownColumn = <Row extends Answered>({ questionId, columnName }: CustomColumn): Column<Row> => ({
  id: `own-${questionId}`,
  header: columnName,
  width: '8rem',
  cell: ({ customColumns }) =>
    answerText(customColumns.find((column) => column.questionId === questionId)?.answers ?? []) || (
      <span aria-hidden>–</span>
    ),
})
