import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { actingFor } from '../../../core/actor.ts'
import {
  boundPosition,
  fewOf,
  fromPosition,
  type SortLevel,
  severalFieldsSql,
} from '../../../core/list/several-fields.ts'
import { mergedWalks, walkConditions } from '../../../core/looked-page.ts'
import { decidingFields, orderTerms } from '../../../core/order.ts'
import { decodeCursor } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { columnTables, joinsOf, listColumns, mayActFor } from '../submissions/index.ts'
import { linkedSql } from './linked-vendor.ts'
import { BY_MEMBERS, BY_PUBLIC_FORM, conditionsOf } from './list-conditions.ts'
import {
  ALIVE,
  type Conditions,
  keysOf,
  type ListInput,
  type ListStatement,
  orderOf,
  PARTICIPANT,
  type Participation,
  type Place,
  participantOf,
  type Query,
  type SortField,
  selectKeys,
  termsOf,
  withTables,
} from './list-query.ts'

/** How many requests are read for one page if not all matches fit. */
const WALK_FIRST = 32
/** Someone who continues past so many short pages is searching everything, so each further page reads more. */
const FEW_SHORT_PAGES = 3
const WALK_GROWTH = 4
const WALK_MOST = 20_000
const walkAfter = (shortPages: number, first: number): number => {
  const usual = Math.max(WALK_FIRST, first + 1)
  return Math.min(usual * WALK_GROWTH ** Math.max(0, shortPages - FEW_SHORT_PAGES), Math.max(usual, WALK_MOST))
}

/** The sort columns of a page, before the id, and the index with that order. */
const SORTS: Record<SortField, { columns: string[]; index: string }> = {
  createdAt: { columns: ['created_at'], index: 'intake_submissions_created' },
  id: { columns: ['number'], index: 'intake_submissions_number' },
  number: { columns: ['number'], index: 'intake_submissions_number' },
  status: { columns: ['status', 'created_at'], index: 'intake_submissions_status' },
  requestorName: { columns: ['requestor_name'], index: 'intake_submissions_name' },
  coalescedRequestAmount: { columns: ['amount_sort'], index: 'intake_submissions_amount' },
  dueDate: { columns: ['due_sort'], index: 'intake_submissions_due' },
}

/** Equalities with an index in creation order. The first one whose columns are all filtered leads. */
const LEADS = [
  { columns: ['vendor_id', 'status', 'intake_category_id'], index: 'intake_submissions_vendor' },
  { columns: ['requestor_user_id'], index: 'intake_submissions_requestor' },
  { columns: ['assignee_user_id'], index: 'intake_submissions_assignee' },
  { columns: ['vendor_id'], index: 'intake_submissions_of_vendor' },
  { columns: ['intake_category_id'], index: 'intake_submissions_category' },
  { columns: ['status'], index: 'intake_submissions_status' },
]

/** Archived requests, which are usually few. */
const ARCHIVED = 's.archived_at IS NOT NULL'
const ARCHIVED_LEAD = { columns: [] as string[], index: 'intake_submissions_archived' }

/** Requests from public forms, which are usually few. The index contains nothing else. */
const PUBLIC_LEAD = { columns: [] as string[], index: 'intake_submissions_contact' }

/** Which requests the person can see. If only those that involve them, they are found by participations. */
const visibility = (
  actor: StaffActor,
  input: ListInput,
  conditions: Conditions,
  bind: Params['bind'],
): Participation | null => {
  const isDelegate = actor.delegatorIds.length > 0
  const people = JSON.stringify(actingFor(actor))
  const seesAll = can(actor.policy, 'requests.see-all')
  if (input.drafts || input.mine) return null
  if (input.filter === 'ACTION_REQUIRED') {
    return {
      index: 'request_participants_asked',
      where: ['p.action_since IS NOT NULL'],
      actsBy: isDelegate ? [mayActFor('?2')] : [],
    }
  }
  if (seesAll) return null
  if (actor.ownedCategoryIds.length === 0) return { index: 'request_participants_user', where: [], actsBy: [] }
  const isTheirs = isDelegate ? `p.user_id IN (SELECT value FROM json_each(${bind(people)}))` : 'p.user_id = ?2'
  conditions.rest.push(
    `(s.intake_category_id IN (SELECT value FROM json_each(${bind(JSON.stringify(actor.ownedCategoryIds))}))
      OR EXISTS (SELECT 1 FROM request_participants p WHERE ${PARTICIPANT} AND ${isTheirs} AND p.target_id = s.id))`,
  )
  return null
}

/**
 * The statement of one page. Conditions are chosen so that an index returns the rows in order. If other conditions
 * remain, only a limited number of rows is read, and the next page continues from there. So the cost depends on the
 * page, not on the company's size. ?1 is the company, ?2 the person, ?3 the limit.
 */
export const listStatement = (actor: StaffActor, input: ListInput): ListStatement => {
  const params = new Params(actor.companyId, actor.userId, input.first + 1)
  const { bind } = params
  const conditions = conditionsOf(actor, input, bind)
  const participation = visibility(actor, input, conditions, bind)
  if (!input.drafts) {
    if (input.filter === 'ARCHIVED' || input.status === 'ARCHIVED') conditions.rest.push(ARCHIVED)
    else if (input.filter !== 'ALL') conditions.rest.push(ACTIVE)
  }
  const place = placeOf(input, conditions, bind)
  const known = { categoryId: conditions.equal.get('intake_category_id'), vendorId: conditions.equal.get('vendor_id') }
  // A category's custom columns are only in its own list.
  const include = input.include?.filter((extra) => extra !== 'columnAnswers' || known.categoryId)
  if (known.categoryId && include?.includes('columnAnswers')) {
    conditions.tables.push(...columnTables(`(SELECT ${known.categoryId})`))
  }
  const query: Query = {
    ...{ actor, input, conditions, place, params },
    columns: listColumns(include, known),
    joins: joinsOf(known),
  }
  const statement = participation ? throughParticipations(query, participation) : throughRequests(query)
  if (!known.vendorId || input.drafts) return statement
  const sql = linkedSql(query, participation, known.vendorId)
  // D1 accepts exactly as many values as a statement names.
  const named = Math.max(...[...sql.matchAll(/\?(\d+)/g)].map(([, n]) => Number(n)))
  return { ...statement, linked: { sql, params: params.values.slice(0, named), directions: place.directions } }
}

const ACTIVE = 's.archived_at IS NULL'
/** Conditions that most requests meet. */
const USUAL = [ACTIVE, BY_MEMBERS]
const placeOf = (input: ListInput, { equal }: Conditions, bind: Params['bind']): Place => {
  const asked = input.orderBy?.by.length ? input.orderBy : { by: ['createdAt' as const], dir: input.orderBy?.dir ?? [] }
  const { by, dir } = decidingFields(asked, () => 'DESC', {
    columnOf: (field) => SORTS[field].columns[0] ?? field,
    isUnique: (field) => SORTS[field].index === 'intake_submissions_number',
    isFixed: (field) => field === 'status' && equal.has('status'),
  })
  const terms = orderTerms({ by, dir }, 'DESC', (field) => SORTS[field].columns)
  const columns = terms.map(({ column }) => column)
  const all = terms.map(({ direction }) => direction)
  const directions = [...all, all.at(-1) ?? 'DESC']
  const place = { fields: by, fieldDirections: dir, columns, directions }
  if (!input.cursor) return { ...place, start: null, after: null, shortPages: 0, walk: walkAfter(0, input.first) }
  const key = decodeCursor(input.cursor, columns.length + 2)
  const start = boundPosition(key.slice(0, -1), bind)
  const shortPages = Math.max(0, Number(key.at(-1)) || 0)
  return {
    ...place,
    ...{ start, shortPages, walk: walkAfter(shortPages, input.first) },
    after: (names) => fromPosition(termsOf(names, directions), start),
  }
}

const answer = ({ place, params }: Query, sql: string, keys: string[]): ListStatement => ({
  sql,
  params: [...params.values],
  keys,
  shortPages: place.shortPages,
})

/** Where requests are in the order of a field: an index, the equalities it has, and the conditions that it needs. */
const leadOf = (
  { input, conditions }: Query,
  field: SortField,
  before: readonly (readonly [string, string])[] = [],
) => {
  const equal = new Map([...before, ...conditions.equal])
  const isPublic = input.source === 'PUBLIC'
  const isArchived = input.filter === 'ARCHIVED' && !input.drafts
  const few = [...(isPublic ? [PUBLIC_LEAD] : []), ...(isArchived ? [ARCHIVED_LEAD] : [])]
  // A status alone matches more requests than either of the others.
  const candidates = few.length > 0 ? [...LEADS.slice(0, -1), ...few] : LEADS
  const lead =
    field === 'createdAt' ? candidates.find(({ columns: names }) => names.every((name) => equal.has(name))) : undefined
  const index = lead?.index ?? SORTS[field].index
  const leading = [...equal].filter(([column]) => lead?.columns.includes(column))
  return {
    ...{ lead, index, columns: lead?.columns ?? [] },
    where: [
      // The number index doesn't distinguish drafts from requests.
      ...(index === 'intake_submissions_number' ? [] : [`s.is_draft = ${input.drafts ? 1 : 0}`]),
      ...leading.map(([column, value]) => `s.${column} = ${value}`),
      ...(lead === PUBLIC_LEAD ? [BY_PUBLIC_FORM] : []),
      ...(lead === ARCHIVED_LEAD ? [ARCHIVED] : []),
    ],
  }
}

const equalities = ({ equal }: Conditions, served: readonly string[] = []): string[] =>
  [...equal].filter(([column]) => !served.includes(column)).map(([column, value]) => `s.${column} = ${value}`)

const throughRequests = (query: Query): ListStatement => {
  const { input, conditions, place, columns, joins, params } = query
  const { created, rest, tables } = conditions
  const [field = 'createdAt', ...more] = place.fields
  const isDraft = `s.is_draft = ${input.drafts ? 1 : 0}`
  // A person's drafts are few.
  if (more.length > 0 && !input.drafts) {
    const match = [isDraft, ...equalities(conditions), ...created.map((each) => `s.${each}`), ALIVE, ...rest]
    return bySeveralFields(query, match, 's.rowid', (field, company, where, before) => {
      const { index, where: leading } = leadOf(query, field, before)
      const ordered = [...SORTS[field].columns, 'id'].map((column) => `s.${column}`)
      return [
        `SELECT ${selectLevel(ordered)}, s.rowid AS place FROM intake_submissions s INDEXED BY ${index}
          WHERE ${[`s.company_id = ${company}`, ...leading, ...where(ordered)].join(' AND ')}`,
      ]
    })
  }
  const { lead, index, columns: served, where: leading } = leadOf(query, field)
  const others = equalities(conditions, served)
  const begun = created.map((condition) => `s.${condition}`)
  const ordered = [...place.columns, 'id'].map((column) => `s.${column}`)
  const after = place.after ? [place.after(ordered)] : []
  const inOrder = ['s.company_id = ?1', ...leading]
  const order = orderOf(ordered, place.directions)
  const hasCreated = place.columns.includes('created_at')
  // Most requests are members' own, neither deleted nor archived, so filtering by that is no search.
  const usual = lead === ARCHIVED_LEAD ? [...USUAL, ARCHIVED] : USUAL
  const isSearch = others.length + rest.filter((c) => !usual.includes(c)).length + (hasCreated ? 0 : begun.length) > 0
  if (!isSearch || input.drafts) {
    const where = [...inOrder, isDraft, ...others, ...begun, ALIVE, ...rest, ...after]
    const sql = `${withTables(tables)}SELECT ${columns}, ${selectKeys(ordered.slice(0, -1))}
      FROM intake_submissions s ${joins} WHERE ${where.join(' AND ')} ${order} LIMIT ?3`
    return answer(query, sql, keysOf(place.columns))
  }
  const inner = `SELECT s.rowid AS place, s.id, ${selectKeys(ordered.slice(0, -1))}
      FROM intake_submissions s INDEXED BY ${index}
     WHERE ${[...inOrder, ...(hasCreated ? begun : []), ...after].join(' AND ')} ${order}`
  const match = [isDraft, ...others, ...(hasCreated ? [] : begun), ALIVE, ...rest]
  const sql = walkedSql({
    tables,
    columns,
    joins,
    keys: keysOf(place.columns),
    inner: (limit) => `${inner} ${limit}`,
    join: 's.rowid = w.place',
    match,
    walk: place.walk,
    bind: params.bind,
  })
  return answer(query, sql, keysOf(place.columns))
}

/** The columns of a sort level, the id being the last of them. */
const selectLevel = (ordered: readonly string[]): string =>
  ordered.map((column, place) => `${column} AS ${place < ordered.length - 1 ? `h${place}` : 'id'}`).join(', ')

type LevelWalks = (
  field: SortField,
  company: string,
  where: (columns: readonly string[]) => readonly string[],
  /** The columns of the fields before it, with their values. */
  before: readonly (readonly [string, string])[],
) => string[]

/** A page by several fields. Each row also says where the list continues. If nothing matches, a row without an id does. */
const bySeveralFields = (
  query: Query,
  match: readonly string[],
  found: 's.id' | 's.rowid',
  walksOf: LevelWalks,
): ListStatement => {
  const { conditions, place, columns, joins, params, input } = query
  const levels = place.fields.map(
    (field, level): SortLevel => ({
      columns: SORTS[field].columns.length,
      direction: place.fieldDirections[level] ?? 'DESC',
      walks: (company, where, values) =>
        walksOf(
          field,
          company,
          where,
          values.map((value, before) => [place.columns[before] ?? '', value]),
        ),
    }),
  )
  const {
    tables,
    found: list,
    next,
  } = severalFieldsSql({
    ...{ levels, match, after: place.start, limit: '?3', most: params.bind(place.walk) },
    terms: termsOf(
      [...place.columns, 'id'].map((column) => `s.${column}`),
      place.directions,
    ),
    join: (value) => `intake_submissions s ON ${found} = ${value}`,
    ...(found === 's.rowid' && { pointer: 'place' as const }),
    more: 's.rowid',
  })
  const keys = keysOf(place.columns)
  const sql = `${withTables([...conditions.tables, ...tables])}
    SELECT ${columns}, ${keys.map((key, level) => `j.value ->> ${level} AS ${key}`).join(', ')}, e.last AS nextPosition
      FROM (SELECT ${list} AS found, ${next} AS last) e LEFT JOIN json_each(e.found) j ON j.key < ?3
      LEFT JOIN intake_submissions s ON s.rowid = j.value ->> ${keys.length + 1} ${joins}`
  return { ...answer(query, sql, keys), enough: fewOf(input.first) }
}

interface Walked {
  tables: string[]
  columns: string
  joins: string
  keys: string[]
  /** Rows in order, `place` and the keys, with such a limit. */
  inner: (limit: string) => string
  join: string
  match: string[]
  /** How many of them are read. */
  walk: number
  bind: Params['bind']
}

/**
 * The second half is read only if the first doesn't fill the page. It returns the last row that was read, where the
 * next page continues. There is none at the end of the list.
 */
const walkedSql = ({ tables, columns, joins, keys, inner, join, match, walk, bind }: Walked): string => {
  const row = (isMatch: 0 | 1, walked: string): string =>
    `SELECT ${columns}, ${keys.map((key) => `w.${key}`).join(', ')}, ${isMatch} AS isMatch
      FROM (${walked}) w CROSS JOIN intake_submissions s ON ${join} ${joins}`
  return `${withTables(tables)}${row(1, inner(`LIMIT ${bind(walk)}`))} WHERE ${match.join(' AND ')}
    UNION ALL ${row(0, inner(`LIMIT 1 OFFSET ${bind(walk - 1)}`))} LIMIT ?3`
}

/** Where the participations of a person come in each order but that of when requests were begun. */
const ORDERS: Partial<Record<SortField, string>> = {
  id: 'request_orders_number',
  number: 'request_orders_number',
  status: 'request_orders_status',
  requestorName: 'request_orders_name',
  coalescedRequestAmount: 'request_orders_amount',
  dueDate: 'request_orders_due',
}

const throughParticipations = (query: Query, participation: Participation): ListStatement => {
  const { actor, conditions, place, columns, joins, params } = query
  const { created, rest, tables } = conditions
  const people = actingFor(actor)
  const isPerson = walkConditions('p.user_id', people, params.bind)
  // By the request: the index of what waits would lead over all that waits.
  const takesPart = [PARTICIPANT, ...participation.where.map((condition) => `+${condition}`), ...participation.actsBy]
  const match = ['s.is_draft = 0', ALIVE, ...equalities(conditions), ...rest]
  // A walk for many people has a request once for each of them.
  const distinct = isPerson.length < people.length ? 'DISTINCT' : ''
  // The copies on a person's rows keep their list in index order.
  const fromOf = (field: SortField, company: string) => {
    const orders = ORDERS[field]
    return orders
      ? { from: `request_orders p INDEXED BY ${orders}`, where: [`p.company_id = ${company}`] }
      : {
          from: `request_participants p INDEXED BY ${participation.index}`,
          where: [participantOf(company), ...participation.where],
        }
  }
  const isAsked = place.fields.some((field) => ORDERS[field]) && participation.where.length > 0
  if (isAsked || participation.actsBy.length > 0) {
    const asked = params.bind(JSON.stringify(people))
    match.push(
      `EXISTS (SELECT 1 FROM request_participants p WHERE ${takesPart.join(' AND ')} AND p.target_id = s.id
                  AND p.user_id IN (SELECT value FROM json_each(${asked})))`,
    )
  }
  const [field = 'createdAt', ...more] = place.fields
  if (more.length > 0) {
    const begun = created.map((condition) => `s.${condition}`)
    return bySeveralFields(query, [...match, ...begun], 's.id', (field, company, whereOf) => {
      const { from, where } = fromOf(field, company)
      const ordered = [...SORTS[field].columns, 'target_id'].map((column) => `p.${column}`)
      return isPerson.map(
        (isTheirs) => `SELECT ${distinct} ${selectLevel(ordered)} FROM ${from}
          WHERE ${[...where, isTheirs, ...whereOf(ordered)].join(' AND ')}`,
      )
    })
  }
  const walks = isPerson.map((isTheirs) => {
    const ordered = [...place.columns, 'target_id'].map((column) => `p.${column}`)
    const { from, where } = fromOf(field, '?1')
    const all = [
      ...where,
      ...created.map((condition) => `p.${condition}`),
      isTheirs,
      ...(place.after ? [place.after(ordered)] : []),
    ]
    return `SELECT ${distinct} ${selectKeys(ordered.slice(0, -1))}, p.target_id AS place FROM ${from} WHERE ${all.join(' AND ')}`
  })
  const keys = keysOf(place.columns)
  const order = { columns: [...keys, 'place'], directions: place.directions }
  const most = params.bind(place.walk)
  const sql = walkedSql({
    ...{ tables, columns, joins, keys, join: 's.id = w.place', match, walk: place.walk, bind: params.bind },
    inner: (limit) => `SELECT * FROM (${mergedWalks(walks, order, most)}) ${limit}`,
  })
  return answer(query, sql, keys)
}
