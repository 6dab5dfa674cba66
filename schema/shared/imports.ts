import { z } from 'zod'

/** CSV files of another system, imported in bulk: their limits, and which column holds what. */

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024
export const MAX_IMPORT_ROWS = 20_000
export const MAX_IMPORT_COLUMNS = 100
/** The length of a row's text. */
export const MAX_IMPORT_ROW_BYTES = 100_000

/** What a column can hold, with the headers that mean it. */
export interface ImportColumn {
  key: string
  label: string
  headers: readonly string[]
  isRequired?: boolean | undefined
}

/** What a check found about a row, or what stopped the row from being imported. */
export const importProblem = z.object({
  level: z.enum(['ERROR', 'WARNING']),
  /** The field it is about, or null for the whole row. */
  field: z.string().nullable(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof importProblem>

/** A header without case, blanks, punctuation and accents, which people write differently. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The field for each column, or null to leave it out. */
export type ImportMapping = (string | null)[]

/** The suggested mapping. Each field is used once, by the first column whose header matches best. */
export const guessMapping = (headers: readonly string[], fields: readonly ImportColumn[]): ImportMapping => {
  const keys = headers.map(headerKey)
  const mapping: ImportMapping = headers.map(() => null)
  const take = (matches: (field: ImportColumn, key: string) => boolean) => {
    for (const field of fields) {
      if (mapping.includes(field.key)) continue
      const column = keys.findIndex((key, index) => key !== '' && mapping[index] === null && matches(field, key))
      if (column >= 0) mapping[column] = field.key
    }
  }
  take((field, key) => key === headerKey(field.label) || key === headerKey(field.key))
  take((field, key) => field.headers.includes(key))
  return mapping
}

/** What is wrong with a mapping, or null: a required field without a column, or one with two. */
export const mappingProblem = (mapping: ImportMapping, fields: readonly ImportColumn[]): string | null => {
  const chosen = mapping.filter((key) => key !== null)
  const twice = fields.find(({ key }) => chosen.indexOf(key) !== chosen.lastIndexOf(key))
  if (twice) return `${twice.label} is chosen for two columns`
  const missing = fields.find(({ key, isRequired }) => isRequired && !chosen.includes(key))
  return missing ? `Choose the column that holds: ${missing.label}` : null
}
