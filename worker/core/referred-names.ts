import type { Named, Person } from '../../schema/shared/values.ts'
import type { Database } from './database.ts'

/**
 * Rows keep the ids of what they refer to. A page's second read brings the names, each once and by its key, so no one
 * has to update rows when something is renamed.
 */

const TABLES = {
  departments: 'departments',
  businessUnits: 'business_units',
  groups: 'groups',
  entities: 'entities',
  locations: 'locations',
  spendCategories: 'spend_categories',
  revenueCategories: 'revenue_categories',
  vendorCategories: 'vendor_categories',
  vendors: 'vendors',
  /** What the accounting system calls them. */
  erpObjects: 'erp_objects',
} as const

export type NamedThings = keyof typeof TABLES
/** What is referred to: `people`, or objects of the company. */
export type Referred = NamedThings | 'people'
type Id = string | null | undefined
export type ReferredIds = Partial<Record<Referred, Iterable<Id>>>

const listSql = (of: Referred): string =>
  of === 'people'
    ? `SELECT json_group_array(json_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email))
         FROM ids CROSS JOIN json_each(ids.json, '$.people') j CROSS JOIN users u ON u.id = j.value`
    : `SELECT json_group_array(json_object('id', t.id, 'name', t.name))
         FROM ids CROSS JOIN json_each(ids.json, '$.${of}') j CROSS JOIN ${TABLES[of]} t ON t.id = j.value AND +t.company_id = ?1`

/** @param ids SQL of the ids as JSON: lists by what they refer to. ?1 is the company. */
export const referredNamesSql = (of: readonly Referred[], ids: string): string =>
  `WITH ids (json) AS MATERIALIZED (${ids}) SELECT ${of.map((each) => `(${listSql(each)}) AS ${each}`).join(', ')}`

export class ReferredNames {
  readonly #people = new Map<string, Person>()
  readonly #things = new Map<Referred, Map<string, Named>>()

  /** @param row of `referredNamesSql` */
  constructor(row: Record<string, unknown> | null | undefined = {}) {
    for (const [of, json] of Object.entries(row ?? {}) as [Referred, string][]) {
      if (of === 'people') for (const person of JSON.parse(json) as Person[]) this.#people.set(person.id, person)
      else this.#things.set(of, new Map((JSON.parse(json) as Named[]).map((thing) => [thing.id, thing])))
    }
  }

  person(id: Id): Person | null {
    return (id && this.#people.get(id)) || null
  }

  /** Without those that don't exist anymore. */
  people(ids: readonly string[]): Person[] {
    return ids.flatMap((id) => this.person(id) ?? [])
  }

  named(of: NamedThings, id: Id): Named | null {
    return (id && this.#things.get(of)?.get(id)) || null
  }

  /** Those that still exist, in the order of their names. */
  list(of: NamedThings, ids: readonly string[]): Named[] {
    return ids.flatMap((id) => this.named(of, id) ?? []).sort((a, b) => a.name.localeCompare(b.name))
  }
}

/** Reads nothing if nothing is referred to. */
export const readReferredNames = async (
  db: Pick<Database, 'sql' | 'first'>,
  companyId: string,
  referred: ReferredIds,
): Promise<ReferredNames> => {
  const ids = Object.entries(referred).flatMap(([of, each]) => {
    const known = [...new Set(each)].filter((id): id is string => Boolean(id))
    return known.length > 0 ? [[of as Referred, known] as const] : []
  })
  if (ids.length === 0) return new ReferredNames()
  const sql = referredNamesSql(
    ids.map(([of]) => of),
    'SELECT ?2',
  )
  return new ReferredNames(await db.first(db.sql(sql, companyId, JSON.stringify(Object.fromEntries(ids)))))
}
