import { Skeleton } from '@mantine/core'
import classes from './table.module.css'
import type { Column } from './types.ts'

const ROWS = 10
const COLUMNS = 10

interface PlaceholdersProps<Row> {
  columns: Column<Row>[]
  selectable: boolean
  rows?: number | undefined
}

/** 10 rows by up to 10 columns in the shape of the data (specification 1 §9). */
export const Placeholders = <Row,>({ columns, selectable, rows = ROWS }: PlaceholdersProps<Row>) => (
  <tbody aria-hidden>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <tr key={row}>
        {selectable && <td className={classes.check} />}
        {columns.slice(0, COLUMNS).map((column, index) => (
          <td key={column.id} data-align={column.align} data-card={column.card ?? (index === 0 ? 'title' : 'pair')}>
            <Skeleton
              height={10}
              radius="sm"
              className={classes.bone}
              width={`${index === 0 ? 55 + ((row * 13) % 35) : 45 + ((row * 17 + index * 11) % 40)}%`}
            />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
