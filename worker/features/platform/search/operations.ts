import {
  globalSearch,
  MAX_SEARCH_RESULTS,
  SEARCH_KINDS,
  SEARCHED,
  type SearchKind,
  type SearchResult,
  usersForMention,
} from '../../../../schema/platform/search/endpoints.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { kindsWith } from '../../../core/kinds/registry.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { folded, leadingText, leadingWords, numberOf, wordExpressions, wordsOf } from './expression.ts'

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

/** Only the company's own entries of these kinds can match, whatever the words. */
const scope = (...kinds: readonly string[]): string =>
  `'scope : (' || ${kinds.map((kind) => `'"' || char(57344) || '${kind}' || hex(?1) || '"'`).join(" || ' OR ' || ")} || ')'`

/** The newest matching entries. FTS5 returns them in this order from its index, so a page reads only itself. */
const newest = (match: string, limit: number): string =>
  `SELECT * FROM (SELECT rowid AS id FROM search_index WHERE search_index MATCH ${match} ORDER BY rowid DESC LIMIT ${limit})`

/** ?2 a list of the words' expressions. */
const ALL_WORDS = "(SELECT group_concat(' AND (' || value || ')', '') FROM json_each(?2))"

/** An object is also found by the names of others that it refers to, through the ids that match a word. */
const allWordsOr = (foundBy: readonly string[]): string => `(
  SELECT group_concat(' AND (' || w.value || coalesce(' OR refs : (' || (
    SELECT group_concat('"' || char(57344) || hex(target_id) || '"', ' OR ')
      FROM (SELECT n.target_id FROM search_index x CROSS JOIN search_entries n ON n.id = x.rowid
             WHERE x.search_index MATCH ${scope(...foundBy)} || ' AND ' || w.value
             ORDER BY x.rowid DESC LIMIT 20)
  ) || ')', '') || ')', '') FROM json_each(?2) w)`

/** What each kind says, by the kind of entry `e`. */
const byKind = (kinds: readonly Searched[], sql: (search: Searched['search']) => string): string =>
  `CASE e.kind ${kinds.map(({ search }) => `WHEN '${search.entry}' THEN ${sql(search)}`).join(' ')} END`

const hitColumns = (kinds: readonly Searched[]): string => `SELECT e.id, e.kind, e.target_id AS targetId,
  ${byKind(kinds, ({ name }) => name ?? 'e.title')} AS name,
  ${byKind(kinds, ({ archivedAt }) => `${archivedAt} IS NOT NULL`)} AS archived,
  ${byKind(kinds, ({ details }) => details?.sql ?? 'NULL')} AS details`

/** ?1 company, ?2 words, ?3 titles whose first words are exactly these, ?4 titles that begin with these. */
const hitsSql = (kinds: readonly Searched[]): string => {
  const inScope = scope(...kinds.map(({ search }) => search.entry))
  const foundBy = kinds.flatMap(({ search }) => search.foundBy)
  const joins = kinds.map(
    ({ rows, search }) =>
      `LEFT JOIN ${rows.from} ON e.kind = '${search.entry}' AND ${rows.id} = e.target_id ${search.details?.joins ?? ''}`,
  )
  return `
  WITH hits(id) AS MATERIALIZED (
    ${newest(`${inScope} || ' AND ' || ?3`, MAX_SEARCH_RESULTS)}
    UNION ${newest(`${inScope} || ' AND ' || ?4`, MAX_SEARCH_RESULTS)}
    UNION ${newest(`${inScope} || ${foundBy.length > 0 ? allWordsOr(foundBy) : ALL_WORDS}`, MAX_SEARCH_RESULTS)})
  ${hitColumns(kinds)} FROM hits CROSS JOIN search_entries e ON e.id = hits.id AND e.company_id = ?1 ${joins.join('\n')}`
}

const numberSql = (kind: Searched): string => `${hitColumns([kind])} FROM ${kind.rows.from}
  CROSS JOIN search_entries e
    ON e.company_id = ${kind.rows.company} AND e.kind = '${kind.search.entry}' AND e.target_id = ${kind.rows.id}
  ${kind.search.details?.joins ?? ''} WHERE ${kind.rows.company} = ?1 AND ${kind.search.number?.sql} = ?2`

/** The statements of a search, for one round trip. The benchmarks measure them too. Empty for text without words. */
export const searchStatements = (
  { db, actor }: { db: Pick<Database, 'sql'>; actor: StaffActor },
  text: string,
): D1PreparedStatement[] => {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const params = [actor.companyId, JSON.stringify(wordExpressions(words)), leadingWords(words), leadingText(words)]
  const kinds = searchedKinds().filter(({ search }) => search.mayFind(actor))
  const numbered = kinds.flatMap((kind) => {
    const number = kind.search.number && numberOf(text, kind.search.number.prefix)
    return number === null ? [] : [{ kind, number }]
  })
  return [
    ...[...Map.groupBy(kinds, ({ search }) => search.pool).values()].map((pool) => db.sql(hitsSql(pool), ...params)),
    ...numbered.map(({ kind, number }) => db.sql(numberSql(kind), actor.companyId, number)),
  ]
}

/**
 * Vendors, requests, spend requests, services and documents that match all words of the text (specification 1 §2). Exact names and
 * numbers come first.
 */
export const searchEverything = query({
  id: 'search.global',
  access: 'search.use',
  input: inputOf(globalSearch),
  readsFirst: true,
  run: async (context, { query: text }): Promise<SearchResult[]> => {
    const statements = searchStatements(context, text)
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
