import type { Named, Person } from '../../schema/shared/values.ts'
import type { Database } from './database.ts'
import { vendorNameSql } from './object-names.ts'

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

/** Also those that a request proposes, which may become vendors. */
const vendorsSql = (from: string): string =>
  `SELECT json_group_array(json_object('id', x.id, 'name', x.name))
     FROM (SELECT j.value AS id, ${vendorNameSql('j.value', '?1')} AS name FROM ${from}) x WHERE x.name IS NOT NULL`

/** @param from SQL of rows `j` with the ids as `value` */
const listSql = (of: Referred, from: string): string => {
  if (of === 'vendors') return vendorsSql(from)
  return of === 'people'
    ? `SELECT json_group_array(json_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email))
         FROM ${from} CROSS JOIN users u ON u.id = j.value`
    : `SELECT json_group_array(json_object('id', t.id, 'name', t.name))
         FROM ${from} CROSS JOIN ${TABLES[of]} t ON t.id = j.value AND +t.company_id = ?1`
}

/** @param ids SQL of the ids as JSON: lists by what they refer to. ?1 is the company. */
export const referredNamesSql = (of: readonly Referred[], ids: string): string =>
  `WITH ids (json) AS MATERIALIZED (${ids}) SELECT ${of
    .map((each) => `(${listSql(each, `ids CROSS JOIN json_each(ids.json, '$.${each}') j`)}) AS ${each}`)
    .join(', ')}`

/** A statement binds a hundred values at most. */
const MOST_BOUND = 96
/** Ids are bound in so many at once, so that there are few texts. */
const BOUND_AT_ONCE = 8
/** More ids than these take go as JSON. */
const MOST_STATEMENTS = 5

interface Part {
  of: Referred
  ids: readonly string[]
}

const placesOf = ({ ids }: Part): number => Math.ceil(ids.length / BOUND_AT_ONCE) * BOUND_AT_ONCE

/** Parts that one statement binds each. */
const boundParts = (all: readonly Part[]): Part[][] => {
  const statements: Part[][] = []
  let free = 0
  for (const { of, ids } of all)
    for (let from = 0; from < ids.length; ) {
      if (free === 0) {
        statements.push([])
        free = MOST_BOUND
      }
      const part = { of, ids: ids.slice(from, from + free) }
      statements.at(-1)?.push(part)
      from += part.ids.length
      free -= placesOf(part)
    }
  return statements
}

/** Each id is one row read, where one of a JSON list is two. */
const boundStatement = (db: Pick<Database, 'sql'>, companyId: string, parts: readonly Part[]): D1PreparedStatement => {
  const values: (string | null)[] = [companyId]
  const lists = parts.map((part) => {
    const places = Array.from({ length: placesOf(part) }, (_, at) => `(?${values.push(part.ids[at] ?? null)})`)
    return `(${listSql(part.of, `(SELECT column1 AS value FROM (VALUES ${places.join(', ')})) j`)}) AS ${part.of}`
  })
  return db.sql(`SELECT ${lists.join(', ')}`, ...values)
}

export class ReferredNames {
  readonly #people = new Map<string, Person>()
  readonly #things = new Map<Referred, Map<string, Named>>()

  /** @param rows of `referredNamesSql` */
  constructor(...rows: (Record<string, unknown> | null | undefined)[]) {
    for (const [of, json] of rows.flatMap((row) => Object.entries(row ?? {})) as [Referred, string][]) {
      if (of === 'people') for (const person of JSON.parse(json) as Person[]) this.#people.set(person.id, person)
      else {
        const things = this.#things.get(of) ?? new Map<string, Named>()
        for (const thing of JSON.parse(json) as Named[]) things.set(thing.id, thing)
        this.#things.set(of, things)
      }
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
  db: Pick<Database, 'sql' | 'first' | 'readBatch'>,
  companyId: string,
  referred: ReferredIds,
): Promise<ReferredNames> => {
  const all = Object.entries(referred).flatMap(([of, each]): Part[] => {
    const known = [...new Set(each)].filter((id): id is string => Boolean(id))
    return known.length > 0 ? [{ of: of as Referred, ids: known }] : []
  })
  if (all.length === 0) return new ReferredNames()
  const statements = boundParts(all)
  if (statements.length <= MOST_STATEMENTS) {
    const found = await db.readBatch(statements.map((parts) => boundStatement(db, companyId, parts)))
    return new ReferredNames(...found.map(({ results }) => results[0] as Record<string, unknown> | undefined))
  }
  const sql = referredNamesSql(
    all.map(({ of }) => of),
    'SELECT ?2',
  )
  const ids = Object.fromEntries(all.map(({ of, ids: each }) => [of, each]))
  return new ReferredNames(await db.first(db.sql(sql, companyId, JSON.stringify(ids))))
}
