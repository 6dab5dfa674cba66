import type { Connection } from '../../../schema/shared/paging.ts'
import type { Text } from '../database.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  type Looking,
  lookedPage,
  lookingFrom,
  type WalkedRow,
  walkedPage,
  walkedPart,
  walkedSql,
} from '../looked-page.ts'
import { afterSql, type Direction, decidingFields, orderSql, orderTerms } from '../order.ts'
import { decodeCursor, toConnection } from '../paging.ts'
import { Params } from '../params.ts'
import type { Columns } from '../record.ts'
import type { Clauses, Condition, Input, ListReader, ListRows, Walk, Way } from './rows.ts'
import { boundPosition, fewOf, type SortLevel, severalFieldsSql } from './several-fields.ts'

/**
 * The statement of a list's page, from a definition: where its rows are in order, and a condition for each filter.
 * Every order ends with the id, the company is the first condition of every walk, and ?1.
 */

export interface ListPage {
  /** The page with these columns. */
  select: (columns: string) => string
  /** Only its columns, for another statement with the same tables. Its limit is multiplied by this factor. */
  part: (columns: string, times: string) => string
  tables: string
  params: unknown[]
  /** If it reads until the page is full, or by several fields. Otherwise it reads only its page. */
  walked?: Pick<Looking, 'shortPages'>
  looking?: Looking
}

const ALL = { joins: '', where: '' }

const aliasOf = (from: string): string => from.split(' ').at(-1) ?? from
const flat = (conditions: Condition | readonly Condition[]): string[] =>
  [conditions].flat().filter((each): each is string => Boolean(each))

/** Where a way is read for a sort order: an order that it doesn't have is sorted by the own table's columns. */
const placeOf = <Sort extends string>(
  walk: Walk<Sort>,
  { own, join }: Pick<ListRows<never, string, Sort>, 'own' | 'join'>,
  by: Sort,
) => {
  const isSet = 'set' in walk
  const way: Way<Sort> = isSet ? own : walk.way
  const index = way.sorts[by]?.index
  const conditions = (isSet ? undefined : walk.where) ?? []
  return {
    way,
    id: way.id,
    columnsOf: (field: Sort) => (way.sorts[field] ?? own.sorts[field])?.columns ?? [],
    from: isSet
      ? `(${walk.set}) found CROSS JOIN ${join('found.id')}`
      : `${way.sorts[by]?.from ?? way.from}${index ? ` INDEXED BY ${index}` : ''}`,
    distinct: !isSet && walk.repeats ? 'DISTINCT ' : '',
    company: (!isSet && walk.company) || '?1',
    where: (company: string) => [
      ...(way.hasNoCompany ? [] : [`${aliasOf(way.from)}.company_id = ${company}`]),
      ...flat(conditions.map((each) => (typeof each === 'function' ? each(company) : each))),
    ],
  }
}

export const pageOf = <I extends Input<Sort>, Filter extends string, Sort extends string>(
  rows: ListRows<I, Filter, Sort>,
  reader: ListReader,
  input: I,
): ListPage => {
  const { own, join, meant = (field) => field, looks, shown = ALL, values = () => [], isFixed = () => false } = rows
  const params = new Params(reader.actor.companyId, ...values(reader))
  const { bind } = params
  const requested = input.orderBy?.by.length ? input.orderBy.by : [rows.usual(input)]
  const asked = decidingFields(
    { by: requested.map((field) => meant(field, input)), dir: input.orderBy?.dir ?? [] },
    (field) => own.sorts[field].usual ?? 'ASC',
    {
      columnOf: (field) => own.sorts[field].columns[0] ?? field,
      isUnique: (field) => own.sorts[field].isUnique ?? false,
      isFixed: (field) => isFixed(field, input),
    },
  )
  const { by: fields, dir } = asked
  const by = fields[0] ?? rows.usual(input)
  const is = (column: string, value: unknown): Condition => (value ? `${column} = ${bind(value)}` : null)
  const clauses = rows.clauses({ reader, input, by, isOnly: fields.length === 1, fields, bind, is })
  const { serves = [], mostPass = [], areFew = false } = clauses
  const left = (Object.entries(clauses.conditions) as [Filter, Condition | readonly Condition[]][]).filter(
    ([filter, conditions]) => !serves.includes(filter) && flat(conditions).length > 0,
  )
  const where = left.flatMap(([, conditions]) => flat(conditions))
  const [walk = { way: own }, ...others] = clauses.walks ?? []
  if (others.length > 0 && fields.length > 1 && !clauses.walksBy) throw new Error('Several walks have one sort key')
  const isInOrder = others.length === 0 && (areFew || left.every(([filter]) => mostPass.includes(filter)))
  const tables = (clauses.tables ?? []).join(', ')
  if (fields.length > 1 && 'way' in walk && !areFew) {
    const match = Object.values<Condition | readonly Condition[]>(clauses.conditions).flatMap(flat)
    const isSearch = !left.every(([filter]) => mostPass.includes(filter))
    return { ...bySeveral(rows, clauses.walksBy ?? walk, { match, isSearch }, asked, input, params), tables }
  }
  const order = { by, fields: asked, isUnique: clauses.isUnique ?? false }
  if (looks && fields.length === 1 && !isInOrder) {
    const { columns } = own.sorts[by]
    const looking = lookingFrom(input, columns.length + 1, looks, rows.searched)
    const most = where.length > 0 || shown.where ? looking.most : input.first + 1
    const directions = [...columns, ''].map(() => dir[0] ?? 'ASC')
    const last = looking.after?.map(bind)
    const sql = [walk, ...others].map((each) => walkSql(placeOf(each, rows, by), by, directions, last))
    const [limit, places] = [bind(input.first + 1), bind(most)]
    const walked = (times?: string) => ({
      walks: sql,
      order: { columns: [...columns.map((_, place) => `k${place}`), 'id'], directions },
      ...{ join, joins: shown.joins, match: [...where, ...(shown.where ? [shown.where] : [])] },
      ...(times ? { most: `${places} * ${times}`, limit: `${limit} * ${times}` } : { most: places, limit }),
    })
    const part = (columns: string, times: string): string => walkedPart(walked(times), columns)
    const select = (columns: string): string => walkedSql(walked(), columns)
    return { select, part, tables, params: params.values, walked: looking }
  }
  return { ...inOrder(rows, walk, where, order, input, params), tables }
}

type Place<Sort extends string> = ReturnType<typeof placeOf<Sort>>

/** The keys and ids of a walk, for merging several. */
const walkSql = <Sort extends string>(
  { id, columnsOf, from, distinct, company, where }: Place<Sort>,
  by: Sort,
  directions: readonly Direction[],
  last: readonly string[] | undefined,
): string => {
  const columns = [...columnsOf(by), id]
  const terms = columns.map((column, place) => ({ column, direction: directions[place] ?? 'ASC' }))
  const keys = columns.slice(0, -1).map((column, place) => `${column} AS k${place}`)
  return `SELECT ${distinct}${[...keys, `${id} AS id`].join(', ')} FROM ${from}
    WHERE ${[...where(company), ...(last ? [afterSql(terms, last)] : [])].join(' AND ')}`
}

/** What reading a row costs if an index and the row are read for each of several fields. */
const SEVERAL_LOOKS = 2

/** A page by several fields, each read from its own index. */
const bySeveral = <I extends Input<Sort>, Filter extends string, Sort extends string>(
  rows: ListRows<I, Filter, Sort>,
  walks: Walk<Sort> | NonNullable<Clauses<Filter, Sort>['walksBy']>,
  { match, isSearch }: { match: readonly string[]; isSearch: boolean },
  asked: { by: Sort[]; dir: Direction[] },
  input: I,
  params: Params,
): Pick<ListPage, 'select' | 'part' | 'params' | 'looking'> => {
  const { own, join, shown = ALL, searched } = rows
  const { bind } = params
  const { matches } = { matches: false, ...shown }
  const joined = matches ? (value: string) => `${join(value)} ${shown.joins}` : join
  const isShown = !matches && shown.where ? ` AND ${shown.where}` : ''
  const sorted = orderTerms(asked, 'ASC', (field) => own.sorts[field].columns)
  const terms = [...sorted, { column: own.id, direction: asked.dir.at(-1) ?? 'ASC' }]
  const walksOf = (field: Sort, level: number, before: readonly string[]): readonly Walk<Sort>[] => {
    if (typeof walks === 'function')
      return walks(
        field,
        before.map((value, place) => [sorted[place]?.column ?? '', value]),
      )
    // Other conditions of the own table's rows have no index in this order, so they are applied later.
    const leads = 'way' in walks && walks.way.sorts[field] && (level === 0 || walks.way.from !== own.from)
    return [leads ? walks : { way: own, where: [own.present ?? null] }]
  }
  const levels = asked.by.map(
    (field, level): SortLevel => ({
      columns: own.sorts[field].columns.length,
      direction: asked.dir[level] ?? 'ASC',
      walks: (company, conditions, before) =>
        walksOf(field, level, before).map((walk) => {
          const { columnsOf, from, id, distinct, company: of, where } = placeOf(walk, rows, field)
          const columns = columnsOf(field)
          const keys = columns.map((column, place) => `${column} AS h${place}`)
          return `SELECT ${distinct}${keys.join(', ')}, ${id} AS id FROM ${from}
            WHERE ${[...where(of === '?1' ? company : of), ...conditions([...columns, id])].join(' AND ')}`
        }),
    }),
  )
  // Without a search, most rows that are read are the page's.
  const looking = lookingFrom(
    input,
    terms.length,
    isSearch ? SEVERAL_LOOKS * (rows.looks ?? 1) : Number.POSITIVE_INFINITY,
    searched,
  )
  const after = looking.after && boundPosition(looking.after, bind)
  const [shownMost, limit, places] = [bind(input.first), bind(input.first + 1), bind(looking.most)]
  const part = (columns: string, times: string): string => {
    const most = `${places} * ${times}`
    const { tables, found, next } = severalFieldsSql({
      ...{ levels, terms, join: joined, match: matches ? [...match, shown.where] : match, after, most, limit },
    })
    // How many were looked at says only whether the list has ended.
    return `SELECT ${columns} FROM (WITH ${tables.join(',\n')}
        SELECT found, iif(last IS NULL, -1, ${places}) AS looked, last FROM (SELECT ${found} AS found, ${next} AS last)) seen
        LEFT JOIN json_each(seen.found) j ON j.key < ${shownMost}
        LEFT JOIN ${join(LOOKED_ID)}${isShown} ${shown.joins}`
  }
  // The row after the page's last one isn't read, because its columns can be many rows.
  const isMore = `json_array_length(seen.found) > ${shownMost} AS isMore`
  const select = (columns: string): string => part(`${LOOKED_COLUMNS}, ${isMore}, ${columns}`, '1')
  return { select, part, params: params.values, looking: { ...looking, enough: fewOf(input.first) } }
}

const inOrder = <I extends Input<Sort>, Filter extends string, Sort extends string>(
  rows: ListRows<I, Filter, Sort>,
  walk: Walk<Sort>,
  conditions: readonly string[],
  { by, fields, isUnique }: { by: Sort; fields: { by: Sort[]; dir: Direction[] }; isUnique: boolean },
  input: I,
  params: Params,
): Pick<ListPage, 'select' | 'part' | 'params'> => {
  const { own, join, shown = ALL } = rows
  const { bind } = params
  const { way, id, columnsOf, from, company, where } = placeOf(walk, rows, by)
  const sorted = orderTerms(fields, 'ASC', columnsOf)
  const terms = isUnique
    ? sorted.slice(0, 1)
    : [...sorted, { column: id, direction: sorted.at(-1)?.direction ?? 'ASC' }]
  const columns = terms.map(({ column }) => column)
  const source = aliasOf(way.from) === aliasOf(own.from) ? from : `${from} CROSS JOIN ${join(id)}`
  const last = input.cursor ? [afterSql(terms, decodeCursor(input.cursor, columns.length).map(bind))] : []
  const limit = bind(input.first + 1)
  const all = [...where(company), ...conditions, ...(shown.where ? [shown.where] : []), ...last].join(' AND ')
  const part = (selected: string, times: string): string => {
    const page = `WHERE ${all} ${orderSql(terms)} LIMIT ${limit} * ${times}`
    // Found rows are sorted by their keys before the rest is read.
    return 'set' in walk
      ? `SELECT ${selected} FROM (SELECT ${own.id} AS id FROM ${source} ${page}) listed
          CROSS JOIN ${join('listed.id')} ${shown.joins} ${orderSql(terms)}`
      : `SELECT ${selected} FROM ${source} ${shown.joins} ${page}`
  }
  const select = (selected: string): string => part(`json_array(${columns.join(', ')}) AS sortKey, ${selected}`, '1')
  return { select, part, params: params.values }
}

/** The statement of a page. */
export const pageSql: {
  <Row>(page: ListPage, columns: Columns<Row>): Text<Row>
  (page: ListPage, columns: string): string
} = <Row>({ select, tables }: ListPage, columns: Columns<Row> | string) =>
  `${tables && `WITH ${tables} `}${select(String(columns))}` as Text<Row>

/** The answer, from the rows of the statement. */
export const toPage = <Row extends object, Node>(
  { walked, looking }: ListPage,
  rows: readonly Row[],
  first: number,
  nodeOf: (row: Row) => Node,
): Connection<Node> => {
  type Keyed = Row & LookedRow & WalkedRow
  const keyed = rows as readonly Row[] as Keyed[]
  if (walked) return walkedPage(keyed, { first, ...walked }, nodeOf)
  if (looking) return lookedPage(keyed, { first, ...looking }, nodeOf)
  return toConnection(keyed, first, ({ sortKey }) => JSON.parse(sortKey) as (string | number | null)[], nodeOf)
}
