import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { MOST_LINES } from '../../../../../schema/money/bills/values.ts'
import { RunningTotal } from '../../../../ui/fields/running-total.tsx'
import { LineGrid } from '../../../../ui/grid/line-grid.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import own from '../bills.module.css'
import { type LineValues, nextLine, sumOf } from '../form-values.ts'
import { useBillOrder } from '../order-api.ts'
import { useLineColumns } from './line-columns.tsx'
import { type FieldsProps, hasExtraFault, LineExtras } from './line-extras.tsx'
import classes from './lines.module.css'
import { splitLine } from './split-line.ts'

/** The lines of a bill, and how far they are from its total. */
export const LinesFields = ({ form, options, billId }: FieldsProps & { billId: string | undefined }) => {
  const { lines, totalAmount, currency } = form.values
  const sum = sumOf(form.values)
  const left = (totalAmount ?? 0) - sum
  const order = useBillOrder(form.values.purchaseOrderId, billId).data
  const columns = useLineColumns(options, form.values, order)
  const [opened, setOpened] = useState<string | null>(null)
  const faulty = lines.findIndex((_, at) => hasExtraFault(form.errors, at))
  const shown = lines.findIndex(({ key }) => key === opened)
  const extras = faulty >= 0 ? faulty : shown
  const setLines = (next: LineValues[]): void => {
    for (const path of Object.keys(form.errors)) {
      const [, at] = /^lines\.(\d+)\./.exec(path) ?? []
      if (at !== undefined && next[Number(at)] !== lines[Number(at)]) form.clearFieldError(path)
    }
    form.setFieldValue('lines', next)
  }
  return (
    <section aria-label="Lines" className={classes.lines}>
      <LineGrid<LineValues>
        label="Lines"
        columns={columns}
        rows={lines}
        keyOf={({ key }) => key}
        onRows={setLines}
        newRow={nextLine}
        most={MOST_LINES}
        errorOf={(at, column) => form.errors[`lines.${at}.${column}`]}
        pathOf={(at, column) => `lines.${at}.${column}`}
      >
        {({ active, change }) => (
          <>
            {form.errors.lines && <p className={own.error}>{form.errors.lines}</p>}
            <div className={classes.below}>
              <Group gap={4}>
                <Button
                  variant="default"
                  size="compact-xs"
                  disabled={lines.length >= MOST_LINES}
                  onClick={() =>
                    change([...lines, { ...nextLine(lines), amount: left > 0 ? left : null }], { row: lines.length })
                  }
                >
                  Add line
                </Button>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={lines.length >= MOST_LINES}
                  onClick={() => {
                    const line = lines[active]
                    if (line)
                      change([...lines.slice(0, active), ...splitLine(line, 2), ...lines.slice(active + 1)], {
                        row: active + 1,
                        column: 'amount',
                      })
                  }}
                >
                  Split line {active + 1}
                </Button>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-expanded={extras === active}
                  onClick={() => setOpened(extras === active ? null : (lines[active]?.key ?? null))}
                >
                  {extras === active ? 'Less' : 'More'} of line {active + 1}
                </Button>
                {lines.length > 1 && (
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-xs"
                    onClick={() =>
                      change(
                        lines.filter((_, at) => at !== active),
                        { row: Math.min(active, lines.length - 2) },
                      )
                    }
                  >
                    Remove line {active + 1}
                  </Button>
                )}
              </Group>
              <RunningTotal className={own.sum}>
                <span className={own.dim}>Lines</span> <MoneyText money={{ value: sum, currency }} />
                {totalAmount !== null && left !== 0 && (
                  <span className={own.error}>
                    {' '}
                    <MoneyText money={{ value: Math.abs(left), currency }} /> {left > 0 ? 'less' : 'more'} than the
                    total
                  </span>
                )}
              </RunningTotal>
            </div>
          </>
        )}
      </LineGrid>
      {extras >= 0 && <LineExtras key={lines[extras]?.key} form={form} options={options} index={extras} />}
    </section>
  )
}
