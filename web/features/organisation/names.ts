import type { NameToSave, UnitRow } from './api.ts'

/** A name in the editor of all names. */
export interface NameRow {
  /** Stays the same while the row is on the screen. */
  key: string
  /** None: not saved yet. */
  id: string | null
  /** What the person has typed. */
  name: string
  /** What was saved when it was read last. */
  saved: string
  version: number
  /** What somebody else saved while this person was typing something else. */
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
 * The rows on the screen with what is saved now: untouched rows follow it, what was typed stays, and stands beside
 * what somebody else saved in the meantime. New units of others come at the end, before the person's own new ones.
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

/** What there is to save: names that differ from what is saved, and new ones that say something. */
export const changesOf = (rows: NameRow[]): { key: string; unit: NameToSave }[] =>
  rows.flatMap((row) => {
    if (row.gone || !isEdited(row)) return []
    const name = row.name.trim()
    return [{ key: row.key, unit: row.id === null ? { name } : { id: row.id, name, version: row.version } }]
  })

const FIELD = /\.(\d+)\.name$/

/** Messages of the server by the row that they belong to: it counts the names that were sent. */
export const errorsByRow = (fields: Record<string, string>, sent: { key: string }[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) => {
      const row = sent[Number(FIELD.exec(field)?.[1] ?? Number.NaN)]
      return row ? [[row.key, message]] : []
    }),
  )
