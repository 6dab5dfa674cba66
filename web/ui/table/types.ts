import type { ReactNode } from 'react'
import type { Money } from '../../../schema/shared/money.ts'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The server's sort field. Makes the header a button. */
  sortBy?: string
  /** In words, the group that a row is in if the list is grouped by this column. It needs a sort field. */
  group?: (row: Row) => string
  /** The group's key, as the list's totals have it. By default, its words. */
  groupKey?: (row: Row) => string
  /** Amounts and counts are aligned right. */
  align?: 'left' | 'right'
  /** CSS width. The column without one takes the rest. */
  width?: string
  /** Its width in pixels, once the person has set one. */
  sized?: number
  /** Longer text is shortened at this width, instead of widening the table. */
  clip?: boolean
  /** In the column menu but hidden until chosen. */
  hiddenByDefault?: boolean
  /** How the cell is edited in its row. Not on the card of a phone, where the form is. */
  edit?: CellEdit<Row>
  /** Stays within the window when the table is scrolled sideways. One named `actions` always does. */
  pinned?: boolean
  /** Can't be hidden. The first column never can. */
  always?: boolean
  /**
   * On the card of a phone: as its title, as label and value, in its corner without a label, or not at all. By default
   * the first column is the title, one named `actions` is in the corner, and others are pairs.
   */
  card?: 'title' | 'pair' | 'corner' | 'hidden'
}

/** Where a cell is edited, and for whom. */
export interface EditedCell<Row> {
  row: Row
  /** "Owners of Data warehouse" */
  label: string
  /** The cell, over which the field is shown. */
  anchor: HTMLElement
  /** @param returnsFocus unless the person has moved on */
  close: (returnsFocus: boolean) => void
}

/** Made by `editsOf`. */
export interface CellEdit<Row> {
  /** Whether this person may change it in this row. The server decides. */
  can: (row: Row) => boolean
  /** What the row is called. */
  nameOf: (row: Row) => string
  editor: (cell: EditedCell<Row>) => ReactNode
}

export interface Sort {
  by: string
  dir: 'ASC' | 'DESC'
}

export interface TableEmpty {
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}

export interface BulkContext<Row> {
  rows: Row[]
  clear: () => void
}

/** By which column's sort field a list is grouped. */
export interface Grouping {
  by: string | null
  set: (by: string | null) => void
  /** What is known of a group, by its key. Without it, the rows that are here are counted. */
  figuresOf?: ((key: string) => GroupFigures) | undefined
}

/** What a group's rows come to, over everything that matches the list's filters. */
export interface GroupFigures {
  /** Null while they are counted, or without being asked to. */
  count: number | null
  isCounting: boolean
  /** Whether there can be more than were counted. */
  isPart: boolean
  /** By currency, those with the most rows first. */
  amounts: Money[]
}
