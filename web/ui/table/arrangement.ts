import type { ShownColumn } from '../../../schema/shared/list-columns.ts'
import type { Column } from './types.ts'

/**
 * The column that takes the remaining space, so that a table fills its frame: the first without a width of its own,
 * or else the first that the person has set no width of. None once the person has set all.
 */
export const flexOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ width }) => !width) ?? columns.find((column) => !column.sized && column.header !== '')

/** The columns of a table in a person's order, with their widths, and whether each is shown. */
export interface Arranged<Row> {
  column: Column<Row>
  width: number | null
  isShown: boolean
  /** It is always shown. */
  isFixed: boolean
}

/**
 * @param chosen null as the table has them. Columns that the choice doesn't know come after those it does, as the table
 * has them; the first column can be moved, but not hidden
 */
export const arranged = <Row>(
  columns: readonly Column<Row>[],
  chosen: readonly ShownColumn[] | null,
): Arranged<Row>[] => {
  const known = new Map((chosen ?? []).map((each, place) => [each.id, { ...each, place }]))
  const last = known.size
  return columns
    .map((column, at) => {
      const choice = known.get(column.id)
      const isFixed = at === 0 || Boolean(column.always)
      const isShown = isFixed || (choice ? !choice.isHidden : !column.hiddenByDefault)
      return { column, width: choice?.width ?? null, isShown, isFixed, place: choice?.place ?? last, at }
    })
    .sort((a, b) => a.place - b.place || a.at - b.at)
    .map(({ column, width, isShown, isFixed }) => ({ column, width, isShown, isFixed }))
}

/** As they are drawn. */
export const shownOf = <Row>(all: readonly Arranged<Row>[]): Column<Row>[] =>
  all.flatMap(({ column, width, isShown }) =>
    !isShown ? [] : width === null ? [column] : [{ ...column, width: `${width}px`, clip: true, sized: width }],
  )

export const choiceOf = <Row>(all: readonly Arranged<Row>[]): ShownColumn[] =>
  all.map(({ column: { id }, width, isShown }) => ({ id, width, isHidden: !isShown }))

/** For what changes how they are arranged. */
export interface ArrangingProps {
  arrangement: readonly Arranged<never>[]
  /** Null for the table's own columns. */
  onArrange: (next: readonly Arranged<never>[] | null) => void
}

/** Whether a column has buttons, which are within reach however wide the table is. */
export const isPinned = <Row>({ id, pinned }: Column<Row>): boolean => pinned ?? id === 'actions'
