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
  /** Shown in the column menu but not until chosen. */
  hiddenByDefault?: boolean
  /** Cannot be hidden; the first column never can. */
  always?: boolean
  /** In the stacked card of a phone: as its title, as label and value (default), or not at all. */
  card?: 'title' | 'pair' | 'hidden'
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
