import { listFilters, listViews } from '../../../schema/shared/list-tables.ts'
import { canonicalJson, sha256Hex } from '../hash.ts'
import { columns, type RowOf, select, typed } from '../record.ts'
import { type Forgetting, type ReferredKind, registerReferences } from '../references.ts'

/**
 * Saved views name what they filter by. They keep no one from deleting or merging it: they follow to what it was merged
 * into, and forget what was deleted. A view that has nothing else left to filter by goes, because it would show
 * everything. What a hash stands for never changes, so a changed view gets another one.
 */

type Json = null | string | number | boolean | Json[] | { [key: string]: Json }
export type ViewFilters = { [key: string]: Json }
type Rewrite = (filters: ViewFilters) => ViewFilters

/** How many views of a company name one thing at most. Others stay as they are, and find nothing by it. */
const MOST = 500

const NAMING = typed`SELECT ${columns(
  select(listViews, 'w', ['id', 'list', 'hash']),
  select(listFilters, 'f', ['definition']),
)} FROM list_views w CROSS JOIN list_filters f ON f.company_id = w.company_id AND f.list = w.list AND f.hash = w.hash
 WHERE w.company_id = ?1
   AND EXISTS (SELECT 1 FROM json_each(?2) t WHERE instr(lower(f.definition), lower(t.value)) > 0) LIMIT ${MOST}`
type ViewRow = RowOf<typeof NAMING>

/** What isn't a filter of its own: how a view is sorted and looks, and whether archived ones are shown. */
const SHOWING = new Set(['orderBy', 'columns', 'groupBy', 'filter'])

/** Without lists and values that have become empty. */
export const filled = (filters: ViewFilters): ViewFilters =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => !(Array.isArray(value) && value.length === 0) && value !== null),
  )

/** Whether a view with these would show everything. */
export const filtersNothing = (filters: ViewFilters): boolean => Object.keys(filters).every((key) => SHOWING.has(key))

const statementsFor = (
  { db, actor, clock }: Forgetting,
  { id, list, hash, definition }: ViewRow,
  rewrite: Rewrite,
): D1PreparedStatement[] => {
  const before = JSON.parse(definition) as ViewFilters
  const after = filled(rewrite(before))
  const text = canonicalJson(after)
  if (text === canonicalJson(before)) return []
  const place = [id, actor.companyId, hash]
  if (filtersNothing(after))
    return [db.sql('DELETE FROM list_views WHERE id = ? AND company_id = ? AND hash = ?', ...place)]
  const next = sha256Hex(text).slice(0, 16)
  return [
    db.sql(
      'INSERT OR IGNORE INTO list_filters (company_id, list, hash, definition, created_at) VALUES (?, ?, ?, ?, ?)',
      actor.companyId,
      list,
      next,
      text,
      clock.now(),
    ),
    db.sql('UPDATE list_views SET hash = ?4 WHERE id = ?1 AND company_id = ?2 AND hash = ?3', ...place, next),
  ]
}

type OtherViews = (context: Forgetting, texts: readonly string[], rewrite: Rewrite) => Promise<D1PreparedStatement[]>
const others: OtherViews[] = []

/** Views that an area keeps in its own way. It gets the texts without quotes. */
export const registerOtherViews = (views: OtherViews): void => void others.push(views)

/**
 * Statements that rewrite the company's saved views whose filters have one of these texts, for the batch of the change that they
 * follow.
 */
export const rewriteViews = async (
  context: Forgetting,
  texts: readonly string[],
  rewrite: Rewrite,
): Promise<D1PreparedStatement[]> => {
  const statements = await rewriteListViews(context, texts, rewrite)
  for (const views of others) statements.push(...(await views(context, texts, rewrite)))
  return statements
}

const rewriteListViews = async (
  context: Forgetting,
  texts: readonly string[],
  rewrite: Rewrite,
): Promise<D1PreparedStatement[]> => {
  const { db, actor } = context
  const quoted = JSON.stringify(texts.map((text) => JSON.stringify(text)))
  const rows = await db.all(db.sql(NAMING, actor.companyId, quoted))
  return rows.flatMap((row) => statementsFor(context, row, rewrite))
}

/** Labels of questions, each followed by a value: in stored filters, and in the address of a list. */
const PAIRS = ['answerFilters', 'answers']

interface AnswerPair {
  label: string
  value: string
}

/** The filters with other pairs of a question and a value in place of some. Null takes one away. */
export const withPairs = (filters: ViewFilters, change: (pair: AnswerPair) => AnswerPair | null): ViewFilters => {
  const rewritten = Object.entries(filters).map(([key, list]): [string, Json] => {
    if (!PAIRS.includes(key) || !Array.isArray(list)) return [key, list]
    const pairs = Array.from({ length: Math.floor(list.length / 2) }, (_, index): AnswerPair => {
      return { label: String(list[2 * index]), value: String(list[2 * index + 1]) }
    })
    const after = pairs.flatMap((pair) => change(pair) ?? [])
    return [key, after.flatMap(({ label, value }) => [label, value])]
  })
  return Object.fromEntries(rewritten)
}

/** One id in place of another wherever a filter has it, or taken away. */
const withId = (filters: ViewFilters, fromId: string, toId: string | null): ViewFilters => {
  const inside = (value: Json): Json => {
    if (value === fromId) return toId
    if (Array.isArray(value)) return [...new Set(value.map(inside))].filter((each) => each !== null)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]))
  }
  const moved = (pair: AnswerPair): AnswerPair | null =>
    pair.value !== fromId ? pair : toId === null ? null : { ...pair, value: toId }
  return Object.fromEntries(
    Object.entries(withPairs(filters, moved)).map(([key, value]) => [key, PAIRS.includes(key) ? value : inside(value)]),
  )
}

/** Vendors that were merged are found by what they became when a view is read, because a merge can be undone. */
const READ_AS_MERGED: readonly ReferredKind[] = ['VENDOR']

registerReferences({
  order: 200,
  uses: () => null,
  replace: async (context, { auditTarget }, fromId, toId) => ({
    changed: {},
    audit: [],
    statements: READ_AS_MERGED.includes(auditTarget)
      ? []
      : await rewriteViews(context, [fromId], (filters) => withId(filters, fromId, toId)),
  }),
  // At once, because a view can name several of them and is written once.
  forget: (context, ids) =>
    rewriteViews(context, ids, (filters) => ids.reduce((left, id) => withId(left, id, null), filters)),
})
