import {
  globalSearch,
  MAX_SEARCH_RESULTS,
  SEARCH_KINDS,
  SEARCHED,
  type SearchKind,
  type SearchResult,
  usersForMention,
} from '../../../../schema/platform/search/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { kindsWith } from '../../../core/kinds/registry.ts'
import { readableRow, readerParams } from '../../../core/kinds/rows.ts'
import { inputOf, query } from '../../../core/operation.ts'
import {
  folded,
  type KnownWords,
  longBeginnings,
  longWords,
  nameExpressions,
  numberOf,
  wordExpressions,
  wordsOf,
} from './expression.ts'
import { readKnown } from './known-words.ts'

/** A kind that global search finds. */
type Searched = ReturnType<typeof searchedKinds>[number]

const searchedKinds = () => kindsWith('search')

interface Hit {
  id: number
  kind: SearchKind
  targetId: string
  name: string
  archived: number
  /** JSON, or null. */
  details: string | null
}

const scopes = (kinds: readonly string[]): string =>
  `(' || ${kinds.map((kind) => `'"' || char(57344) || '${kind}' || hex(?1) || '"'`).join(" || ' OR ' || ")} || ')`

/** Only the company's own entries of these kinds can match, whatever the words. */
const scope = (...kinds: readonly string[]): string => `'scope : ${scopes(kinds)}'`

/** The newest matching entries. FTS5 returns them in this order from its index, so a page reads only itself. */
const newest = (match: string, limit: number, index = 'search_index'): string =>
  `SELECT * FROM (SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ${match} ORDER BY rowid DESC LIMIT ${limit})`

/** @param words placeholder of a list of the words' expressions */
const allWords = (words: string): string =>
  `(SELECT group_concat(' AND (' || value || ')', '') FROM json_each(${words}))`

/** An object is also found by the names of others that it refers to, through the ids that match a word. */
const allWordsOr = (words: string, foundBy: readonly string[]): string => `(
  SELECT group_concat(' AND (' || w.value || coalesce(' OR refs : (' || (
    SELECT group_concat('"' || char(57344) || hex(target_id) || '"', ' OR ')
      FROM (SELECT n.target_id FROM search_index x CROSS JOIN search_entries n ON n.id = x.rowid
             WHERE x.search_index MATCH ${scope(...foundBy)} || ' AND ' || w.value
             ORDER BY x.rowid DESC LIMIT 20)
  ) || ')', '') || ')', '') FROM json_each(${words}) w)`

/** What each kind says, by the kind of entry `e`. */
const byKind = (kinds: readonly Searched[], sql: (search: Searched['search']) => string): string =>
  `CASE e.kind ${kinds.map(({ search }) => `WHEN '${search.entry}' THEN ${sql(search)}`).join(' ')} END`

const hitColumns = (kinds: readonly Searched[]): string => `SELECT e.id, e.kind, e.target_id AS targetId,
  ${byKind(kinds, ({ name }) => name ?? 'e.title')} AS name,
  ${byKind(kinds, ({ archivedAt }) => `${archivedAt} IS NOT NULL`)} AS archived,
  ${byKind(kinds, ({ details }) => details?.sql ?? 'NULL')} AS details`

/** The placeholders of a statement's words: of a list of their expressions, and of each expression for names. */
interface Words {
  all: string
  names: readonly string[]
}

const wordsFrom = (first: number, names: number): Words => ({
  all: `?${first}`,
  names: Array.from({ length: names }, (_, at) => `?${first + 1 + at}`),
})

const scopeOf = (kinds: readonly Searched[]): string => scope(...kinds.map(({ search }) => search.entry))

/**
 * SQL of the entries that match, whatever the kinds.
 * @param limit of each expression for names
 */
const matching = (kinds: readonly Searched[], limit: number, words: Words) => {
  const foundBy = kinds.flatMap(({ search }) => search.foundBy)
  const own = `'${scopes(kinds.map(({ search }) => search.entry))}'`
  const names = words.names.map(
    (name) => `${newest(`${own} || ' AND ' || ${name}`, limit, 'search_index_names')} UNION`,
  )
  return {
    names: names.join(' '),
    all: `${scopeOf(kinds)} || ${foundBy.length > 0 ? allWordsOr(words.all, foundBy) : allWords(words.all)}`,
  }
}

/** ?1 company, then the words. */
const hitsSql = (kinds: readonly Searched[], named: number): string => {
  const { names, all } = matching(kinds, MAX_SEARCH_RESULTS, wordsFrom(2, named))
  const joins = kinds.map(
    ({ rows, search }) =>
      `LEFT JOIN ${rows.from} ON e.kind = '${search.entry}' AND ${rows.id} = e.target_id ${search.details?.joins ?? ''}`,
  )
  return `
  WITH hits(id) AS MATERIALIZED (
    ${names} ${newest(all, MAX_SEARCH_RESULTS)})
  ${hitColumns(kinds)} FROM hits CROSS JOIN search_entries e ON e.id = hits.id AND e.company_id = ?1 ${joins.join('\n')}`
}

/** How many matches are looked at for someone who may be allowed to read few of them, and of names that begin so. */
const LOOKED_AT = 8
const NAMED_LOOKED_AT = 3

/**
 * For a person who can't read all of a kind: the newest matches that they can read, and a page of those that match among
 * the newest that involve them. ?1 to ?5 are the parameters of `readerParams`, then come the words.
 */
const readableHitsSql = (kind: Searched, named: number): string => {
  const { rows, search } = kind
  const { names, all } = matching([kind], NAMED_LOOKED_AT, wordsFrom(6, named))
  const mine = search.mine
    ? `UNION SELECT * FROM (SELECT o.id FROM (${search.mine}) m
       CROSS JOIN search_entries o ON o.company_id = ?1 AND o.kind = '${search.entry}' AND o.target_id = m.id
       CROSS JOIN search_index x ON x.rowid = o.id AND x.search_index MATCH ${all}
       ORDER BY o.id DESC LIMIT ${MAX_SEARCH_RESULTS})`
    : ''
  return `
  WITH hits(id) AS MATERIALIZED (
    ${names} ${newest(all, LOOKED_AT)} ${mine})
  ${hitColumns([kind])} FROM hits CROSS JOIN search_entries e ON e.id = hits.id AND e.company_id = ?1
  CROSS JOIN ${rows.from} ON ${rows.id} = e.target_id AND ${readableRow(rows)} ${search.details?.joins ?? ''}
  ORDER BY e.id DESC LIMIT ${MAX_SEARCH_RESULTS}`
}

/** @param readable whether the person may be unable to read it: then the parameters of `readerParams` come first */
const numberSql = (kind: Searched, readable: boolean): string => {
  const { rows, search } = kind
  const found = `${search.number?.sql} = ${readable ? '?6' : '?2'}`
  return `${hitColumns([kind])} FROM ${rows.from}
  CROSS JOIN search_entries e
    ON e.company_id = ${rows.company} AND e.kind = '${search.entry}' AND e.target_id = ${rows.id}
  ${search.details?.joins ?? ''} WHERE ${readable ? readableRow(rows) : `${rows.company} = ?1`} AND ${found}`
}

/** Whether a person may be unable to read some of a kind. */
const isLimited = (actor: StaffActor, { rows }: Searched): boolean =>
  rows.readable !== undefined && !can(actor.policy, 'requests.see-all')

/** The statements of a search, for one round trip. The benchmarks measure them too. Empty for text without words. */
export const searchStatements = (
  { db, actor }: { db: Pick<Database, 'sql'>; actor: StaffActor },
  text: string,
  known: KnownWords,
): D1PreparedStatement[] => {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const names = nameExpressions(text, known)
  const params = [JSON.stringify(wordExpressions(words, known)), ...names]
  const reader = readerParams(actor)
  const kinds = searchedKinds().filter(({ search }) => search.mayFind(actor))
  const [limited, open] = [
    kinds.filter((kind) => isLimited(actor, kind)),
    kinds.filter((kind) => !isLimited(actor, kind)),
  ]
  return [
    ...[...Map.groupBy(open, ({ search }) => search.pool).values()].map((pool) =>
      db.sql(hitsSql(pool, names.length), actor.companyId, ...params),
    ),
    ...limited.map((kind) => db.sql(readableHitsSql(kind, names.length), ...reader, ...params)),
    ...kinds.flatMap((kind) => {
      const number = kind.search.number && numberOf(text, kind.search.number.prefix)
      if (number === null) return []
      return isLimited(actor, kind)
        ? [db.sql(numberSql(kind, true), ...reader, number)]
        : [db.sql(numberSql(kind, false), actor.companyId, number)]
    }),
  ]
}

/**
 * Everything that matches all words of the text and that the person can read (specification 1 §2). Exact names and
 * numbers come first.
 */
export const searchEverything = query({
  id: 'search.global',
  access: 'search.use',
  input: inputOf(globalSearch),
  readsFirst: true,
  run: async (context, { query: text }): Promise<SearchResult[]> => {
    const words = wordsOf(text)
    const known = await readKnown(context.db, longWords(words), longBeginnings(words))
    const statements = searchStatements(context, text, known)
    if (statements.length === 0) return []
    const results = await context.db.batch(statements)
    return ranked(results.flatMap((result) => result.results) as unknown as Hit[], text)
  },
})

const prefixOf = (entry: SearchKind): string | undefined =>
  searchedKinds().find(({ search }) => search.entry === entry)?.search.number?.prefix

/** Smaller ranks first. */
const distance = ({ kind, name: title, request, spendRequest }: SearchResult, text: string): number => {
  const name = folded(title)
  const wanted = folded(text)
  const { number = null } = request ?? spendRequest ?? {}
  if (name === wanted || (number !== null && number === numberOf(text, prefixOf(kind)))) return 0
  return name.startsWith(wanted) ? 1 : 2
}

/** Exact matches, then names that begin with the text, then the rest. Active before archived, newer before older. */
const ranked = (hits: Hit[], text: string): SearchResult[] =>
  [...new Map(hits.map((hit) => [hit.id, { id: hit.id, result: toResult(hit) }])).values()]
    .map(({ id, result }) => ({
      result,
      rank: [distance(result, text), result.archived ? 1 : 0, SEARCH_KINDS.indexOf(result.kind), -id],
    }))
    .sort((a, b) => {
      const at = a.rank.findIndex((part, i) => part !== b.rank[i])
      return (a.rank[at] ?? 0) - (b.rank[at] ?? 0)
    })
    .slice(0, MAX_SEARCH_RESULTS)
    .map(({ result }) => result)

const toResult = ({ kind, targetId, name, archived, details }: Hit): SearchResult => ({
  kind,
  name,
  ...NO_IDS,
  [SEARCHED[kind].idField]: targetId,
  archived: archived === 1,
  ...{ request: null, spendRequest: null },
  ...(details !== null &&
    searchedKinds()
      .find(({ search }) => search.entry === kind)
      ?.search.details?.read(details)),
})
const NO_IDS = {
  ...{ vendorId: null, intakeSubmissionId: null, spendRequestId: null, serviceId: null, documentId: null },
  purchaseOrderId: null,
  memberId: null,
}

/**
 * SQL of the `id`s of the newest members of company ?1 by the beginnings of their names or address.
 * @param words placeholder of a JSON list of the words' expressions
 */
export const membersNamed = (words: string, limit: number): string =>
  `SELECT e.target_id AS id FROM (${newest(
    `${scope('MEMBER')} || coalesce((SELECT group_concat(' AND (' || value || ')', '') FROM json_each(${words})), '')`,
    limit,
  )}) h CROSS JOIN search_entries e ON e.id = h.id AND e.company_id = ?1`

const MENTIONED = 20

/** Active members, by the beginnings of their names or address. For mentions in comments. */
export const listUsersForMention = query({
  id: 'lookups.users-for-mention',
  access: 'members.read',
  input: inputOf(usersForMention),
  run: async ({ db, actor }, { query: text = '' }): Promise<Person[]> => {
    const words = wordsOf(text)
    if (text && words.length === 0) return []
    return db.all<Person>(
      db.sql(
        `WITH hits(id) AS MATERIALIZED (${membersNamed('?2', MENTIONED)})
         SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email
           FROM hits CROSS JOIN users u ON u.id = hits.id
          ORDER BY u.first_name COLLATE NOCASE, u.last_name COLLATE NOCASE, u.id`,
        actor.companyId,
        JSON.stringify(wordExpressions(words)),
      ),
    )
  },
})
