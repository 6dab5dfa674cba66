import type { Database } from '../../../core/database.ts'
import { columns, computed, typed } from '../../../core/record.ts'
import { column, type KnownWords, longWords, MOST_KNOWN } from './expression.ts'

/** SQL of the words of an index that begin with each of a list, one step to the next word at a time: it reads no entries. */
const begunIn = (list: string, asked: string): string => `
(
    WITH RECURSIVE walked(begun, step, term) AS (
      SELECT j.value, 1, (SELECT v.term FROM ${list} v WHERE v.term >= j.value LIMIT 1) FROM json_each(${asked}) j
       UNION ALL
      SELECT k.begun, k.step + 1, (SELECT v.term FROM ${list} v WHERE v.term >= k.term || char(1) LIMIT 1)
        FROM walked k WHERE k.step <= ${MOST_KNOWN} AND k.term < k.begun || char(1114111))
    SELECT begun, term FROM walked WHERE term < begun || char(1114111))`

const KNOWN = columns(computed<{ begun: string; term: string }>({ begun: 'w.begun', term: 'w.term' }))
const ALL_KNOWN = typed`SELECT ${KNOWN} FROM ${begunIn('search_index_terms', '?1')} w
   UNION ALL SELECT ${KNOWN} FROM ${begunIn('search_index_beginnings', '?2')} w`

/**
 * SQL of an expression that finds titles and details with all of the words, each as a beginning, for a statement that
 * can't know the index's words before. It begins with AND.
 */
export const allWordsSql = (words: readonly string[], bind: (value: string) => string): string => {
  const long = longWords(words)
  const asked = words.map((word) => (long.includes(word.toLowerCase()) ? [word.toLowerCase(), 1] : [word, 0]))
  return `(SELECT group_concat(' AND (${column}' || CASE WHEN j.value ->> 1 = 0 OR k.number > ${MOST_KNOWN}
        THEN '"' || (j.value ->> 0) || '" *' ELSE coalesce('(' || k.terms || ')', '"' || (j.value ->> 0) || '"') END || ')', '')
     FROM json_each(${bind(JSON.stringify(asked))}) j
     LEFT JOIN (SELECT w.begun, count(*) AS number, group_concat('"' || w.term || '"', ' OR ') AS terms
                  FROM ${begunIn('search_index_terms', bind(JSON.stringify(long)))} w GROUP BY w.begun) k
       ON k.begun = j.value ->> 0)`
}

/**
 * The words that others are the beginning of. Reads nothing if none is asked.
 * @param words beginnings in titles and details
 * @param beginnings of names
 */
export const readKnown = async (
  db: Pick<Database, 'sql' | 'all'>,
  words: readonly string[],
  beginnings: readonly string[],
): Promise<KnownWords> => {
  const asked = [...words, ...beginnings]
  if (asked.length === 0) return new Map()
  const rows = await db.all(db.sql(ALL_KNOWN, JSON.stringify(words), JSON.stringify(beginnings)))
  const known = new Map<string, string[]>(asked.map((word) => [word, []]))
  for (const { begun, term } of rows) known.get(begun)?.push(term)
  return known
}
