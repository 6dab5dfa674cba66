import type { NameToSave, UnitRow } from './api.ts'

/** A name in the editor of all names. */
export interface NameRow {
  /** Stays the same while the row is on the screen. */
  key: string
  /** Missing if not saved yet. */
  id: string | null
  /** What the person typed. */
  name: string
  /** The saved name when it was last read. */
  saved: string
  version: number
  /** What someone else saved while this person was typing something else. */
  theirs: string | null
  /** Someone else deleted it while this person was typing. */
  gone: boolean
}

export const isEdited = (row: NameRow): boolean => row.name.trim() !== row.saved

const fresh = ({ id, name, version }: UnitRow): NameRow => ({
  key: id,
  id,
  name,
  saved: name,
  version,
  theirs: null,
  gone: false,
})

export const newRow = (key: string): NameRow => ({
  key,
  id: null,
  name: '',
  saved: '',
  version: 0,
  theirs: null,
  gone: false,
})

/**
 * The rows on the screen, combined with what is saved now. Untouched rows follow it. Typed text stays, and is shown
 * beside what someone else saved. New units of others come before the person's own new ones at the end.
 */
export const withSaved = (rows: NameRow[], units: UnitRow[]): NameRow[] => {
  const saved = new Map(units.map((unit) => [unit.id, unit]))
  const shown = new Set(rows.flatMap((row) => row.id ?? []))
  const kept = rows.flatMap((row): NameRow[] => {
    if (row.id === null) return [row]
    const unit = saved.get(row.id)
    if (!unit) return isEdited(row) ? [{ ...row, gone: true }] : []
    if (!isEdited(row)) return [fresh(unit)]
    const changed = unit.name !== row.saved && unit.name !== row.name.trim()
    return [{ ...row, saved: unit.name, version: unit.version, theirs: changed ? unit.name : row.theirs, gone: false }]
  })
  const added = units.filter((unit) => !shown.has(unit.id)).map(fresh)
  const own = kept.filter((row) => row.id === null)
  return [...kept.filter((row) => row.id !== null), ...added, ...own]
}

export const areNameRows = (value: unknown): value is NameRow[] =>
  Array.isArray(value) && value.every((row) => typeof row?.key === 'string' && typeof row.name === 'string')

/** What someone typed on an earlier visit, over the rows on the screen and what is saved now. */
export const withKept = (now: NameRow[], kept: NameRow[], units: UnitRow[]): NameRow[] => {
  const typed = new Map(kept.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])))
  const shown = new Set(now.flatMap((row) => row.id ?? []))
  const over = now.map((row) => (row.id === null ? row : (typed.get(row.id) ?? row)))
  const others = kept.filter((row) => row.id === null || !shown.has(row.id))
  return withSaved([...over, ...others], units)
}

/** What to save: changed names, and new ones that aren't blank. */
export const changesOf = (rows: NameRow[]): { key: string; unit: NameToSave }[] =>
  rows.flatMap((row) => {
    if (row.gone || !isEdited(row)) return []
    const name = row.name.trim()
    return [{ key: row.key, unit: row.id === null ? { name } : { id: row.id, name, version: row.version } }]
  })

const FIELD = /\.(\d+)\.name$/

/** The server's messages by row. It counts the names that were sent. */
export const errorsByRow = (fields: Record<string, string>, sent: { key: string }[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) => {
      const row = sent[Number(FIELD.exec(field)?.[1] ?? Number.NaN)]
      return row ? [[row.key, message]] : []
    }),
  )
