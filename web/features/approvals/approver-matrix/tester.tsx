import { Button } from '@mantine/core'
import {
  MATRIX_CONDITION_TYPES,
  type MatrixConditionType,
} from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { evaluateMatrix, type MatrixFacts } from '../../../../schema/approvals/approver-matrix/matching.ts'
import {
  CONDITION_LABELS,
  type MatrixGrid,
  type MatrixRow,
} from '../../../../schema/approvals/approver-matrix/model.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { OPTION_KIND } from './columns.ts'
import classes from './matrix.module.css'
import type { Names } from './text/cell-text.ts'

interface TesterProps {
  /** The draft, as far as its names are known. */
  grid: MatrixGrid
  facts: MatrixFacts
  names: Names
  onChange: (type: MatrixConditionType, ids: string[]) => void
  onShowRow: (rowId: string) => void
}

const SHOWN = 20

const NOUNS: Record<MatrixConditionType, string> = {
  DEPARTMENT: 'no department',
  ENTITY: 'no entity',
  BUSINESS_UNIT: 'no business unit',
  CATEGORY: 'no category',
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** "Department is Sales or Legal; the request says Finance". */
const failureText = (
  failing: MatrixGrid['conditionColumns'],
  row: MatrixRow,
  facts: MatrixFacts,
  names: Names,
): string =>
  failing
    .map(({ id, conditionType }) => {
      const name = (value: string) => names.get(value)?.name ?? '…'
      const wanted = list((row.conditions[id] ?? []).map(name))
      const said = facts[conditionType].map(name).join(', ')
      return `${CONDITION_LABELS[conditionType]} must be ${wanted}; the request has ${said || NOUNS[conditionType]}`
    })
    .join('. ')

/** Who would approve a request, by the matrix as it is on the screen, saved or not. */
export const Tester = ({ grid, facts, names, onChange, onShowRow }: TesterProps) => {
  const answer = evaluateMatrix(grid, facts)
  const used = MATRIX_CONDITION_TYPES.filter((type) =>
    grid.conditionColumns.some((column) => column.conditionType === type),
  )
  const indexed = grid.rows.map((row, index) => ({ row, index, failing: answer.failing.get(row.id) ?? [] }))
  const matching = indexed.filter(({ failing }) => failing.length === 0)
  const others = indexed.filter(({ failing }) => failing.length > 0)
  const rowLink = (row: MatrixRow, index: number) => (
    <Button variant="subtle" size="compact-xs" onClick={() => onShowRow(row.id)}>
      Row {index + 1}
    </Button>
  )
  return (
    <div className={classes.tester}>
      <p className={classes.dim}>Sample request</p>
      {used.map((type) => (
        <AsyncOptionSelect
          key={type}
          multiple
          kind={OPTION_KIND[type]}
          label={CONDITION_LABELS[type]}
          placeholder="None"
          value={[...facts[type]]}
          onChange={(ids) => onChange(type, ids)}
        />
      ))}
      {used.length === 0 && (
        <p className={classes.dim}>The matrix has no conditions: every request matches all rows.</p>
      )}
      <section aria-live="polite" aria-label="Result" className={classes.answer}>
        {grid.approverColumns.map((column) => {
          const people = answer.approvers[column.id] ?? []
          return (
            <div key={column.id}>
              <h3>{column.name || 'Unnamed'}</h3>
              {people.length > 0 ? (
                <ul className={classes.people}>
                  {people.map((id) => (
                    <li key={id} data-disabled={names.get(id)?.disabled || undefined}>
                      {names.get(id)?.name ?? '…'}
                      {names.get(id)?.disabled && ' (disabled, can’t approve)'}
                    </li>
                  ))}
                </ul>
              ) : (
                <p className={classes.dim}>No one, so it goes to admins.</p>
              )}
            </div>
          )
        })}
        <p className={classes.dim}>
          {matching.length === 0
            ? 'No row matches.'
            : matching.length === 1
              ? '1 row matches, marked green.'
              : `${matching.length} rows match, marked green. The people in all of them approve.`}
        </p>
      </section>
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>Why the other {others.length === 1 ? 'row does' : `${others.length} rows do`} not match</summary>
          <ul>
            {others.slice(0, SHOWN).map(({ row, index, failing }) => (
              <li key={row.id}>
                {rowLink(row, index)} {failureText(failing, row, facts, names)}
              </li>
            ))}
            {others.length > SHOWN && <li className={classes.dim}>and {others.length - SHOWN} more</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
