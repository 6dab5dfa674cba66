import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { RunningTotal } from '../fields/running-total.tsx'
import type { GridColumn } from './columns.ts'
import classes from './form-lines.module.css'
import { type LineRow, splitLine } from './line-columns.ts'
import { LineGrid } from './line-grid.tsx'

/** What the grid needs of a form whose values have lines. */
interface FormWithLines<Row> {
  values: { lines: Row[] }
  errors: Record<string, ReactNode>
  clearFieldError: (path: string) => void
  setFieldValue: (path: 'lines', lines: Row[]) => void
}

interface FormLinesProps<Row extends LineRow> {
  form: FormWithLines<Row>
  columns: readonly GridColumn<Row>[]
  /** Another line, after these. */
  nextLine: (lines: readonly Row[]) => Row
  /** The most lines. */
  most: number
  /** What “Add line” adds, if it isn't the same. */
  added?: () => Row
  /** What the lines come to. */
  total: ReactNode
  /** Another button for the line that has the focus, by its place. */
  more?: (active: number) => ReactNode
  /** Below the grid. */
  children?: ReactNode
}

/** The lines of a form as a grid, with what is done with them and their total. */
export const FormLines = <Row extends LineRow>(props: FormLinesProps<Row>) => {
  const { form, columns, nextLine, most, added, total, more, children } = props
  const { lines } = form.values
  const isFull = lines.length >= most
  const setLines = (next: Row[]): void => {
    for (const path of Object.keys(form.errors)) {
      const [, at] = /^lines\.(\d+)\./.exec(path) ?? []
      if (at !== undefined && next[Number(at)] !== lines[Number(at)]) form.clearFieldError(path)
    }
    form.setFieldValue('lines', next)
  }
  return (
    <section aria-label="Lines" className={classes.lines}>
      <LineGrid<Row>
        label="Lines"
        columns={columns}
        rows={lines}
        keyOf={({ key }) => key}
        onRows={setLines}
        newRow={nextLine}
        most={most}
        errorOf={(at, column) => form.errors[`lines.${at}.${column}`]}
        pathOf={(at, column) => `lines.${at}.${column}`}
      >
        {({ active, change }) => (
          <>
            {form.errors.lines && <p className={classes.error}>{form.errors.lines}</p>}
            <div className={classes.below}>
              <Group gap={4}>
                <Button
                  variant="default"
                  size="compact-xs"
                  disabled={isFull}
                  onClick={() => change([...lines, added?.() ?? nextLine(lines)], { row: lines.length })}
                >
                  Add line
                </Button>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={isFull}
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
                {more?.(active)}
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
              <RunningTotal className={classes.total}>{total}</RunningTotal>
            </div>
          </>
        )}
      </LineGrid>
      {children}
    </section>
  )
}
