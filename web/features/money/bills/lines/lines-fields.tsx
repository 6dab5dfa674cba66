import { Button } from '@mantine/core'
import { useState } from 'react'
import { MOST_LINES } from '../../../../../schema/money/bills/values.ts'
import { FormLines } from '../../../../ui/grid/form-lines.tsx'
import { sumOfLines } from '../../../../ui/grid/line-columns.ts'
import { MoneyText } from '../../../../ui/money-text.tsx'
import own from '../bills.module.css'
import { nextLine } from '../form-values.ts'
import { useBillOrder } from '../order-api.ts'
import { useLineColumns } from './line-columns.tsx'
import { type FieldsProps, hasExtraFault, LineExtras } from './line-extras.tsx'

/** The lines of a bill, and how far they are from its total. */
export const LinesFields = ({ form, options, billId }: FieldsProps & { billId: string | undefined }) => {
  const { lines, totalAmount, currency } = form.values
  const sum = sumOfLines(lines)
  const left = (totalAmount ?? 0) - sum
  const order = useBillOrder(form.values.purchaseOrderId, billId).data
  const columns = useLineColumns(options, form.values, order)
  const [opened, setOpened] = useState<string | null>(null)
  const faulty = lines.findIndex((_, at) => hasExtraFault(form.errors, at))
  const shown = lines.findIndex(({ key }) => key === opened)
  const extras = faulty >= 0 ? faulty : shown
  return (
    <FormLines
      form={form}
      columns={columns}
      nextLine={nextLine}
      most={MOST_LINES}
      added={() => ({ ...nextLine(lines), amount: left > 0 ? left : null })}
      more={(active) => (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={extras === active}
          onClick={() => setOpened(extras === active ? null : (lines[active]?.key ?? null))}
        >
          {extras === active ? 'Less' : 'More'} of line {active + 1}
        </Button>
      )}
      total={
        <>
          <span className={own.dim}>Lines</span> <MoneyText money={{ value: sum, currency }} />
          {totalAmount !== null && left !== 0 && (
            <span className={own.error}>
              {' '}
              <MoneyText money={{ value: Math.abs(left), currency }} /> {left > 0 ? 'less' : 'more'} than the total
            </span>
          )}
        </>
      }
    >
      {extras >= 0 && <LineExtras key={lines[extras]?.key} form={form} options={options} index={extras} />}
    </FormLines>
  )
}
