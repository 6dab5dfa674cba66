import {
  globalSearch,
  MAX_SEARCH_RESULTS,
  type SearchResult,
  usersForMention,
} from '../../../../schema/platform/search/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { folded, leadingText, leadingWords, numberOf, wordExpressions, wordsOf } from './expression.ts'

/** The order of results that match equally well. */
const KINDS = ['VENDOR', 'SERVICE', 'REQUEST', 'DOCUMENT'] as const
type Kind = (typeof KINDS)[number]
type EntryKind = Kind | 'CATEGORY' | 'MEMBER'

interface Hit {
  id: number
  kind: Kind
  targetId: string
  name: string
  archived: number
  number: number | null
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | null
  requestorName: string | null
  categoryName: string | null
}

/** Only the company's own entries of these kinds can match, whatever the words. */
const scope = (...kinds: EntryKind[]): string =>
  `'scope : (' || ${kinds.map((kind) => `'"' || char(57344) || '${kind}' || hex(?1) || '"'`).join(" || ' OR ' || ")} || ')'`

/** The newest matching entries. FTS5 returns them in this order from its index, so a page reads only itself. */
const newest = (match: string, limit: number): string =>
  `SELECT * FROM (SELECT rowid AS id FROM search_index WHERE search_index MATCH ${match} ORDER BY rowid DESC LIMIT ${limit})`

/** ?2 a list of the words' expressions. */
const ALL_WORDS = "(SELECT group_concat(' AND (' || value || ')', '') FROM json_each(?2))"

/** A request is also found by the names of its category and its vendor, through the ids that match a word. */
const ALL_WORDS_OR_REFS = `(
  SELECT group_concat(' AND (' || w.value || coalesce(' OR refs : (' || (
    SELECT group_concat('"' || char(57344) || hex(target_id) || '"', ' OR ')
      FROM (SELECT n.target_id FROM search_index x CROSS JOIN search_entries n ON n.id = x.rowid
             WHERE x.search_index MATCH ${scope('VENDOR', 'CATEGORY')} || ' AND ' || w.value
             ORDER BY x.rowid DESC LIMIT 20)
  ) || ')', '') || ')', '') FROM json_each(?2) w)`

const HIT_COLUMNS = `e.id, e.kind, e.target_id AS targetId, e.title AS name,
  coalesce(s.archived_at, v.archived_at, sv.archived_at, d.archived_at) IS NOT NULL AS archived,
  s.number, s.status, s.requestor_name AS requestorName, c.name AS categoryName`
const HIT_JOINS = `LEFT JOIN intake_submissions s ON e.kind = 'REQUEST' AND s.id = e.target_id
  LEFT JOIN intake_categories c ON c.id = s.intake_category_id
  LEFT JOIN vendors v ON e.kind = 'VENDOR' AND v.id = e.target_id
  LEFT JOIN services sv ON e.kind = 'SERVICE' AND sv.id = e.target_id
  LEFT JOIN documents d ON e.kind = 'DOCUMENT' AND d.id = e.target_id`

/** ?1 company, ?2 words, ?3 titles whose first words are exactly these, ?4 titles that begin with these. */
const hitsSql = (kinds: Kind[], words: string, limit: number): string => `
  WITH hits(id) AS MATERIALIZED (
    ${newest(`${scope(...kinds)} || ' AND ' || ?3`, MAX_SEARCH_RESULTS)}
    UNION ${newest(`${scope(...kinds)} || ' AND ' || ?4`, MAX_SEARCH_RESULTS)}
    UNION ${newest(`${scope(...kinds)} || ${words}`, limit)})
  SELECT ${HIT_COLUMNS} FROM hits CROSS JOIN search_entries e ON e.id = hits.id AND e.company_id = ?1 ${HIT_JOINS}`

const NAMED_SQL = hitsSql(['VENDOR', 'SERVICE'], ALL_WORDS, MAX_SEARCH_RESULTS)
/** By name, description and text. */
const DOCUMENTS_SQL = hitsSql(['DOCUMENT'], ALL_WORDS, MAX_SEARCH_RESULTS)
const REQUESTS_SQL = hitsSql(['REQUEST'], ALL_WORDS_OR_REFS, MAX_SEARCH_RESULTS)

const NUMBER_SQL = `SELECT ${HIT_COLUMNS} FROM intake_submissions n
  CROSS JOIN search_entries e ON e.company_id = n.company_id AND e.kind = 'REQUEST' AND e.target_id = n.id ${HIT_JOINS}
  WHERE n.company_id = ?1 AND n.number = ?2`

/** The statements of a search, for one round trip. The benchmarks measure them too. Empty for text without words. */
export const searchStatements = (
  { db, actor }: { db: Pick<Database, 'sql'>; actor: StaffActor },
  text: string,
): D1PreparedStatement[] => {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const params = [actor.companyId, JSON.stringify(wordExpressions(words)), leadingWords(words), leadingText(words)]
  const statements = [db.sql(NAMED_SQL, ...params)]
  // People who can search can see every document.
  if (can(actor.policy, 'requests.see-all')) statements.push(db.sql(DOCUMENTS_SQL, ...params))
  // People who can search can see every submitted request of the company (see the permission catalog and its test).
  if (!can(actor.policy, 'requests.use') || !can(actor.policy, 'requests.see-all')) return statements
  statements.push(db.sql(REQUESTS_SQL, ...params))
  const number = numberOf(text)
  if (number !== null) statements.push(db.sql(NUMBER_SQL, actor.companyId, number))
  return statements
}

/**
 * Vendors, requests, services and documents that match all words of the text (specification 1 §2). Exact names and
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
    return ranked(results.flatMap((result) => result.results) as unknown as Hit[], text).map(toResult)
  },
})

/** Smaller ranks first. */
const distance = (hit: Hit, text: string): number => {
  const name = folded(hit.name)
  const wanted = folded(text)
  if (name === wanted || (hit.number !== null && hit.number === numberOf(text))) return 0
  return name.startsWith(wanted) ? 1 : 2
}

/** Exact matches, then names that begin with the text, then the rest. Active before archived, newer before older. */
const ranked = (hits: Hit[], text: string): Hit[] =>
  [...new Map(hits.map((hit) => [hit.id, hit])).values()]
    .map((hit) => ({ hit, rank: [distance(hit, text), hit.archived, KINDS.indexOf(hit.kind), -hit.id] }))
    .sort((a, b) => {
      const at = a.rank.findIndex((part, i) => part !== b.rank[i])
      return (a.rank[at] ?? 0) - (b.rank[at] ?? 0)
    })
    .slice(0, MAX_SEARCH_RESULTS)
    .map(({ hit }) => hit)

const toResult = ({
  kind,
  targetId,
  name,
  archived,
  number,
  status,
  requestorName,
  categoryName,
}: Hit): SearchResult => ({
  kind,
  name,
  vendorId: kind === 'VENDOR' ? targetId : null,
  intakeSubmissionId: kind === 'REQUEST' ? targetId : null,
  serviceId: kind === 'SERVICE' ? targetId : null,
  documentId: kind === 'DOCUMENT' ? targetId : null,
  archived: archived === 1,
  request:
    number === null || status === null
      ? null
      : { number, status, categoryName: categoryName ?? '', requestorName: requestorName ?? '' },
})

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
        `WITH hits(id) AS MATERIALIZED (
           ${newest(`${scope('MEMBER')} || coalesce(${ALL_WORDS}, '')`, MENTIONED)})
         SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email
           FROM hits CROSS JOIN search_entries e ON e.id = hits.id AND e.company_id = ?1
           CROSS JOIN users u ON u.id = e.target_id
          ORDER BY u.first_name COLLATE NOCASE, u.last_name COLLATE NOCASE, u.id`,
        actor.companyId,
        JSON.stringify(wordExpressions(words)),
      ),
    )
  },
})
