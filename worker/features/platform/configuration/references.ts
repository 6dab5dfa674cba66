import type { ReferenceKind } from '../../../../schema/platform/configuration/values.ts'
import { type Currency, currencyExponent, parseAmount } from '../../../../schema/shared/money.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Path, Reading, Writing } from './section.ts'

/** What a configuration calls by name: people, units, vendors and so on. */

interface Source {
  /** SQL with `id` and `name` of the company ?1. */
  from: string
  id: string
  name: string
}

const units = (table: string, more = ''): Source => ({
  from: `${table} t WHERE t.company_id = ?1${more}`,
  id: 't.id',
  name: 't.name',
})

const FIELDS = ['serviceFormFields', 'serviceItemFormFields']
  .map(
    (section) =>
      `SELECT j.value ->> 'id' AS id, iif('${section}' = 'serviceFormFields', 'Service', 'Service item') || ' / ' || (j.value ->> 'label') AS name
         FROM custom_form_fields f, json_each(f.definition, '$.${section}') j
        WHERE f.company_id = ?1 AND f.vendor_category_id = ''`,
  )
  .join(' UNION ALL ')

const SOURCES: Record<Exclude<ReferenceKind, 'currency'>, Source> = {
  department: units('departments'),
  businessUnit: units('business_units'),
  location: units('locations'),
  entity: units('entities'),
  group: units('groups'),
  spendCategory: units('spend_categories'),
  person: {
    from: 'company_memberships m CROSS JOIN users u ON u.id = m.user_id WHERE m.company_id = ?1',
    id: 'u.id',
    name: 'u.email',
  },
  vendor: units('vendors'),
  service: units('services'),
  document: {
    from: 'documents t WHERE t.company_id = ?1 AND t.deleted_at IS NULL',
    id: 't.id',
    name: 't.display_name',
  },
  matrix: units('approver_matrices', ' AND t.deleted_at IS NULL'),
  matrixColumn: {
    from: `approver_matrices t, json_each(t.approver_columns) j WHERE t.company_id = ?1 AND t.deleted_at IS NULL`,
    id: "j.value ->> 'id'",
    name: "t.name || ' / ' || (j.value ->> 'name')",
  },
  category: units('intake_categories', ' AND t.deleted_at IS NULL'),
  serviceField: { from: `(${FIELDS}) t WHERE 1`, id: 't.id', name: 't.name' },
}
type Kind = keyof typeof SOURCES
const KINDS = Object.keys(SOURCES) as Kind[]

/** People who can be named. Someone who is disabled stays where a file has them already. */
const ENABLED = ' AND m.disabled_at IS NULL'

const keyOf = (kind: ReferenceKind, text: string): string => `${kind}\n${text}`
const plain = (name: string): string => name.trim().toLowerCase()

export const DELETED = '(deleted)'

const amountOf = (currency: Currency) => (minor: number) => minor / 10 ** currencyExponent(currency)

/**
 * Reads what `use` names, in two passes: the first collects ids, the second has the names.
 * @returns the result of the second pass
 */
export const withNames = async <T>(context: StaffContext, use: (reading: Reading) => T): Promise<T> => {
  const asked = new Map<Kind, Set<string>>()
  const { db, actor } = context
  const amount = amountOf(actor.company.currency)
  const readingOf = (nameOf: Reading['nameOf']): Reading => ({
    nameOf,
    amount,
    namesOf: (kind, ids) =>
      ids
        .map((id) => nameOf(kind, id))
        .filter((name) => name !== DELETED)
        .sort((a, b) => (plain(a) < plain(b) ? -1 : 1)),
  })
  use(
    readingOf((kind, id) => {
      if (kind !== 'currency') asked.set(kind, (asked.get(kind) ?? new Set()).add(id))
      return id
    }),
  )
  const kinds = [...asked.keys()]
  const results = kinds.length
    ? await db.batch(
        kinds.map((kind) => {
          const { from, id, name } = SOURCES[kind]
          return db.sql(
            `SELECT ${id} AS id, ${name} AS name FROM ${from} AND ${id} IN (SELECT value FROM json_each(?2))`,
            actor.companyId,
            JSON.stringify([...(asked.get(kind) ?? [])]),
          )
        }),
      )
    : []
  const names = new Map(
    kinds.flatMap((kind, i) =>
      ((results[i]?.results ?? []) as unknown as { id: string; name: string }[]).map(
        ({ id, name }) => [keyOf(kind, id), name] as const,
      ),
    ),
  )
  return use(readingOf((kind, id) => names.get(keyOf(kind, id)) ?? DELETED))
}

export interface Found {
  path: Path
  level: 'ERROR' | 'WARNING'
  message: string
  reference: { kind: ReferenceKind; name: string } | null
}

export interface MappedName {
  kind: ReferenceKind
  name: string
  to: string | null
}

/** Names that will be there because the file has them. */
export type Coming = (kind: ReferenceKind, name: string) => boolean

interface Resolved<T> {
  result: T
  found: Found[]
  places: ReadonlyMap<string, Path>
  /** By id, as they are called here: what the file names and names that come with it. */
  reading: Reading
}

const UNKNOWN: Record<ReferenceKind, string> = {
  department: 'There’s no such department here',
  businessUnit: 'There’s no such business unit here',
  location: 'There’s no such location here',
  entity: 'There’s no such entity here',
  group: 'There’s no such group here',
  spendCategory: 'There’s no such spend category here',
  person: 'isn’t an active member here',
  vendor: 'There’s no such vendor here',
  service: 'There’s no such service here',
  document: 'There’s no such document here',
  matrix: 'There’s no such approver matrix here or in the file',
  matrixColumn: 'The approver matrix has no such column, here or in the file',
  category: 'There’s no such category here or in the file',
  serviceField: 'There’s no such custom field of services, here or in the file',
  currency: 'is another currency than the one here',
}

export const unknownText = (kind: ReferenceKind, name: string): string =>
  kind === 'person' ? `${name} ${UNKNOWN.person}` : `${UNKNOWN[kind]}: ${name}`

/** The same in the other direction: the first pass collects names, the second has the ids. */
export const withIds = async <T>(
  context: StaffContext,
  use: (writing: Writing) => T,
  options: { mappings: readonly MappedName[]; coming: Coming },
): Promise<Resolved<T>> => {
  const { db, actor } = context
  const mapped = new Map(options.mappings.map(({ kind, name, to }) => [keyOf(kind, plain(name)), to]))
  const asked = new Map<Kind, Set<string>>()
  const { currency } = actor.company
  const basics = (found: Found[], places: Map<string, Path>): Omit<Writing, 'idOf' | 'idsOf'> => ({
    minor: (amount, path) => {
      const minor = parseAmount(amount, currency)
      if (minor === null)
        found.push({ path, level: 'ERROR', message: `This isn’t an amount in ${currency}`, reference: null })
      return minor ?? 0
    },
    newId: () => context.newId(),
    place: (id, path) => void places.set(id, path),
    problem: (path, message) => void found.push({ path, level: 'ERROR', message, reference: null }),
    warn: (path, message) => void found.push({ path, level: 'WARNING', message, reference: null }),
  })
  const writingOf = (idOf: Writing['idOf'], found: Found[], places: Map<string, Path>): Writing => ({
    ...basics(found, places),
    idOf,
    idsOf: (kind, names, path) => [
      ...new Set(
        names.flatMap((name, i) => {
          const id = idOf(kind, name, [...path, i])
          return id === null ? [] : [id]
        }),
      ),
    ],
  })
  use(
    writingOf(
      (kind, name) => {
        const to = mapped.get(keyOf(kind, plain(name)))
        if (kind !== 'currency' && to !== null) asked.set(kind, (asked.get(kind) ?? new Set()).add(plain(to ?? name)))
        return name
      },
      [],
      new Map(),
    ),
  )
  const kinds = [...asked.keys()]
  const results = kinds.length
    ? await db.batch(
        kinds.map((kind) => {
          const { from, id, name } = SOURCES[kind]
          return db.sql(
            `SELECT ${id} AS id, ${name} AS name FROM ${from}${kind === 'person' ? ENABLED : ''}
                AND lower(${name}) IN (SELECT value FROM json_each(?2))`,
            actor.companyId,
            JSON.stringify([...(asked.get(kind) ?? [])]),
          )
        }),
      )
    : []
  const ids = new Map<string, { id: string; name: string }[]>()
  const names = new Map<string, string>()
  kinds.forEach((kind, i) => {
    for (const row of (results[i]?.results ?? []) as unknown as { id: string; name: string }[]) {
      const key = keyOf(kind, plain(row.name))
      ;(ids.get(key) ?? ids.set(key, []).get(key))?.push(row)
      names.set(keyOf(kind, row.id), row.name)
    }
  })
  const found: Found[] = []
  const places = new Map<string, Path>()
  const result = use(
    writingOf(
      (kind, name, path) => {
        const to = mapped.get(keyOf(kind, plain(name)))
        if (to === null) return null
        const wanted = to ?? name
        const rows = ids.get(keyOf(kind, plain(wanted))) ?? []
        const [row] = rows
        if (row && rows.length === 1) return row.id
        const isComing = rows.length === 0 && options.coming(kind, plain(wanted))
        // Not an id yet, but it shows its name and lets everything else be checked.
        const id = `coming-${kind}-${plain(wanted)}`.slice(0, 600)
        names.set(keyOf(kind, id), wanted)
        if (isComing) return id
        found.push({
          path,
          level: 'ERROR',
          message:
            rows.length > 1
              ? `There are ${rows.length} of this name here, so it isn’t clear which one is meant: ${wanted}`
              : unknownText(kind, wanted),
          reference: { kind, name },
        })
        return id
      },
      found,
      places,
    ),
  )
  const nameOf: Reading['nameOf'] = (kind, id) => names.get(keyOf(kind, id)) ?? DELETED
  const reading: Reading = {
    nameOf,
    amount: amountOf(currency),
    namesOf: (kind, of) => of.map((id) => nameOf(kind, id)).sort((a, b) => (plain(a) < plain(b) ? -1 : 1)),
  }
  return { result, found, places, reading }
}

/** As many as a person chooses from in a list. */
const MOST_CHOICES = 500

/** What names of these kinds can be replaced by. */
export const choicesFor = async (
  { db, actor }: StaffContext,
  kinds: ReadonlySet<ReferenceKind>,
): Promise<Partial<Record<ReferenceKind, string[]>>> => {
  const listed = KINDS.filter((kind) => kinds.has(kind))
  const results = listed.length
    ? await db.batch(
        listed.map((kind) => {
          const { from, name } = SOURCES[kind]
          const where = `${from}${kind === 'person' ? ENABLED : ''}`
          return db.sql(
            `SELECT DISTINCT ${name} AS name FROM ${where} ORDER BY lower(${name}) LIMIT ${MOST_CHOICES}`,
            actor.companyId,
          )
        }),
      )
    : []
  return {
    ...Object.fromEntries(
      listed.map((kind, i) => [
        kind,
        ((results[i]?.results ?? []) as unknown as { name: string }[]).map(({ name }) => name),
      ]),
    ),
    ...(kinds.has('currency') && { currency: [actor.company.currency] }),
  }
}
