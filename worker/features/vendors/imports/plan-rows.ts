import type { ImportMapping, ImportProblem } from '../../../../schema/shared/imports.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import type { RowOutcome } from '../../../../schema/vendors/imports/endpoints.ts'
import type { Database } from '../../../core/database.ts'
import { memberCalled, type NamedMembers, namedMembers, namedMembersStatement } from '../../platform/members/index.ts'
import type { CompanyFields } from './fields.ts'
import { CUSTOM_FIELD, type RowValues, rowValues } from './row-values.ts'
import type { ResolvedValues } from './vendor-columns.ts'
import { changedColumns, type StoredVendor, VENDOR_COLUMNS } from './vendor-columns.ts'

/** What each row of an import would do now. The check shows it and the run does it. */

export interface RowToPlan {
  number: number
  cells: string[]
}

export interface PlannedRow {
  number: number
  outcome: Extract<RowOutcome, 'CREATE' | 'UPDATE' | 'SKIP' | 'BAD'>
  problems: ImportProblem[]
  values: ResolvedValues
  existing: StoredVendor | null
}

/** Names in the previous rows. A name may occur once in a file. */
export interface Seen {
  names: Map<string, number>
  keys: Map<string, { name: string; number: number }>
}
export const nothingSeen = (): Seen => ({ names: new Map(), keys: new Map() })

interface Known {
  byName: Map<string, StoredVendor>
  byKey: Map<string, string>
  members: NamedMembers
  categories: Map<string, string>
}

interface Read {
  number: number
  values: RowValues
  problems: ImportProblem[]
}

const lower = (text: string): string => text.toLowerCase()

const known = async (db: Database, companyId: string, rows: Read[]): Promise<Known> => {
  const list = (of: (values: RowValues) => (string | undefined)[]) =>
    JSON.stringify([...new Set(rows.flatMap(({ values }) => of(values)).filter((text) => text !== undefined))])
  const [byName, byKey, members, categories] = await db.batch([
    // The index ignores case as SQLite does. Letters outside ASCII must match exactly.
    db.sql(
      `SELECT ${VENDOR_COLUMNS} FROM json_each(?2) w CROSS JOIN vendors v ON v.company_id = ?1 AND lower(v.name) = lower(w.value)`,
      companyId,
      list(({ name }) => [name]),
    ),
    db.sql(
      `SELECT v.match_key AS matchKey, min(v.name) AS name FROM json_each(?2) w
        CROSS JOIN vendors v ON v.company_id = ?1 AND v.match_key = w.value GROUP BY v.match_key`,
      companyId,
      list(({ name }) => [name && matchKeyOf(name)]),
    ),
    namedMembersStatement(
      db,
      companyId,
      list(({ owners, signer, members: chosen }) => [...(owners ?? []), signer, ...Object.values(chosen ?? {}).flat()]),
    ),
    db.sql(
      `SELECT c.id, lower(c.name) AS name FROM json_each(?2) w
        CROSS JOIN vendor_categories c ON c.company_id = ?1 AND lower(c.name) = lower(w.value)`,
      companyId,
      list(({ categories: named }) => named ?? []),
    ),
  ])
  const pairs = (results: Record<string, unknown>[] | undefined, key: string, value: string) =>
    new Map((results ?? []).map((row) => [String(row[key]), String(row[value])]))
  const stored = (byName?.results ?? []) as unknown as StoredVendor[]
  return {
    byName: new Map(stored.map((vendor) => [lower(vendor.name), vendor])),
    byKey: pairs(byKey?.results, 'matchKey', 'name'),
    members: namedMembers(members?.results),
    categories: pairs(categories?.results, 'name', 'id'),
  }
}

/** Ids for the names in a row. A name that isn't found is an error at its field. */
const resolve = (
  { values, problems }: Read,
  { members, categories }: Known,
  { questions, exchange }: CompanyFields,
): ResolvedValues => {
  const { owners, categories: named, signer, members: chosen, ...rest } = values
  const found = (field: string, names: string[], ids: Map<string, string>, what: string): string[] =>
    names.flatMap((name) => {
      const id = ids.get(lower(name))
      if (!id) problems.push({ level: 'ERROR', field, message: `${name} is no ${what}` })
      return id ? [id] : []
    })
  const foundMembers = (field: string, refs: string[]): string[] =>
    refs.flatMap((ref) => {
      const member = memberCalled(members, ref)
      if (typeof member !== 'string') return member.id
      problems.push({ level: 'ERROR', field, message: member })
      return []
    })
  const signerUserId = signer && foundMembers('signer', [signer])[0]
  const answered = Object.entries(chosen ?? {}).map(([questionId, emails]) => {
    const field = `${CUSTOM_FIELD}${questionId}`
    const { options = [], isMulti = false } = questions.get(field) ?? {}
    const ids = foundMembers(field, emails)
    const offered = new Set(options.map(({ id }) => id))
    const other = ids.findIndex((each) => offered.size > 0 && !offered.has(each))
    if (other !== -1 && ids.length === emails.length)
      problems.push({ level: 'ERROR', field, message: `${emails[other]} isn’t a valid option` })
    return [questionId, isMulti ? ids : (ids[0] ?? null)]
  })
  return {
    ...rest,
    exchange,
    ...(answered.length > 0 && { answers: { ...rest.answers, ...Object.fromEntries(answered) } }),
    ...(owners && { ownerIds: foundMembers('owners', owners) }),
    ...(named && { categoryIds: found('categories', named, categories, 'vendor category') }),
    ...(signerUserId && { signerUserId }),
  }
}

const noteDoubles = ({ number, values: { name }, problems }: Read, seen: Seen): void => {
  if (name === undefined) return
  const before = seen.names.get(lower(name))
  if (before !== undefined) {
    problems.push({ level: 'ERROR', field: 'name', message: `Row ${before} has the same name` })
    return
  }
  seen.names.set(lower(name), number)
  const key = matchKeyOf(name)
  const alike = seen.keys.get(key)
  if (alike) {
    problems.push({ level: 'WARNING', field: 'name', message: `Looks like ${alike.name} in row ${alike.number}` })
  } else seen.keys.set(key, { name, number })
}

const outcomeOf = (
  { values: { name }, problems }: Read,
  values: ResolvedValues,
  existing: StoredVendor | null,
  { byKey }: Known,
  mode: 'SKIP' | 'UPDATE',
): PlannedRow['outcome'] => {
  if (problems.some(({ level }) => level === 'ERROR')) return 'BAD'
  const note = (message: string) => problems.push({ level: 'WARNING', field: 'name', message })
  if (!existing) {
    const alike = name === undefined ? undefined : byKey.get(matchKeyOf(name))
    if (alike) note(`Looks like ${alike}, which you already have`)
    return 'CREATE'
  }
  if (mode === 'SKIP') return 'SKIP'
  if (existing.archivedAt !== null) note('This vendor is archived and stays archived')
  return Object.keys(changedColumns(values, existing)).length === 0 ? 'SKIP' : 'UPDATE'
}

/** @param seen collects the names of these rows; null when earlier rows of the file are vendors already */
export const planRows = async (
  db: Database,
  companyId: string,
  rows: RowToPlan[],
  {
    mapping,
    mode,
    company,
    seen,
  }: {
    mapping: ImportMapping
    mode: 'SKIP' | 'UPDATE'
    company: CompanyFields
    seen: Seen | null
  },
): Promise<PlannedRow[]> => {
  const read = rows.map(({ number, cells }) => ({ number, ...rowValues(cells, mapping, company) }))
  const all = await known(db, companyId, read)
  return read.map((row) => {
    if (seen) noteDoubles(row, seen)
    const values = resolve(row, all, company)
    const existing = (row.values.name !== undefined && all.byName.get(lower(row.values.name))) || null
    const outcome = outcomeOf(row, values, existing, all, mode)
    return { number: row.number, outcome, problems: row.problems, values, existing }
  })
}
