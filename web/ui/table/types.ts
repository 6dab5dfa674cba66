import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The server's sort field; makes the header a button. */
  sortBy?: string
  /** Amounts and counts stand right. */
  align?: 'left' | 'right'
  /** CSS width; the column that has none takes the rest. */
  width?: string
  /** Longer text ends in an ellipsis at this width, instead of widening the table. */
  clip?: boolean
  /** Shown in the column menu but not until chosen. */
  hiddenByDefault?: boolean
  /** Cannot be hidden; the first column never can. */
  always?: boolean
  /**
   * In the stacked card of a phone: as its title, as label and value, in its corner without a label, or not at all.
   * Without it the first column is the title, one called `actions` stands in the corner, and others are pairs.
   */
  card?: 'title' | 'pair' | 'corner' | 'hidden'
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
