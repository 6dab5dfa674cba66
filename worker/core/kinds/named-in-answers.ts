import type { ReferenceHolder, ReferredKind } from '../references.ts'

/** Custom fields that name an object: which rows do, and how they follow when it is merged into another one. */

/** The index of single values, and its column with whose they are. */
interface Values {
  table: 'vendor_answer_values' | 'service_answer_values'
  owner: 'vendor_id' | 'service_id'
}

/**
 * SQL: whose answers name an object. Which fields there are is read one by one, not from every value.
 * @param company and id are SQL
 */
export const namedInAnswers = ({ table, owner }: Values, company: string, id: string): string =>
  `WITH RECURSIVE asked (id) AS (
    SELECT min(question_id) FROM ${table} WHERE company_id = ${company}
    UNION ALL SELECT (SELECT min(x.question_id) FROM ${table} x
                       WHERE x.company_id = ${company} AND x.question_id > asked.id) FROM asked WHERE asked.id IS NOT NULL)
  SELECT DISTINCT x.${owner} FROM asked CROSS JOIN ${table} x
      ON x.company_id = ${company} AND x.question_id = asked.id AND x.value = lower(${id})`

/** What fields can choose and merges can take away. Vendors have merges of their own, which can be undone. */
const CHOSEN: ReadonlySet<ReferredKind> = new Set([
  'BUSINESS_UNIT',
  'DEPARTMENT',
  'ENTITY',
  'LOCATION',
  'SPEND_CATEGORY',
] as const)

/** SQL: the JSON of answers with one id in place of another. A list that then has it twice in a row has it once. */
export const replacedIn = (column: string, from: string, to: string): string =>
  `replace(replace(${column}, '"' || ${from} || '"', '"' || ${to} || '"'),
     '"' || ${to} || '","' || ${to} || '"', '"' || ${to} || '"')`

/**
 * Answers to custom fields follow a merge. What is deleted keeps its last name there.
 * @param tables with a column `answers`, and SQL of whose row it is. The first has versions.
 * @param isIndexed whether the index has to be written too
 */
export const answersFollow = (
  order: number,
  values: Values,
  tables: readonly { name: string; owner: string }[],
  isIndexed: boolean,
): ReferenceHolder => ({
  order,
  uses: () => null,
  replace: async ({ db, actor }, { auditTarget }, fromId, toId) => ({
    changed: {},
    statements: CHOSEN.has(auditTarget)
      ? [
          ...tables.map(
            ({ name, owner }, at) =>
              `UPDATE ${name} SET answers = ${replacedIn('answers', '?2', '?3')}${at === 0 ? ', version = version + 1' : ''}
                WHERE company_id = ?1 AND ${owner} IN (${namedInAnswers(values, '?1', '?2')})`,
          ),
          ...(isIndexed
            ? [
                `UPDATE OR REPLACE ${values.table} SET value = lower(?3)
                  WHERE company_id = ?1 AND value = lower(?2) AND ${values.owner} IN (${namedInAnswers(values, '?1', '?2')})`,
              ]
            : []),
        ].map((sql) => db.sql(sql, actor.companyId, fromId, toId))
      : [],
    audit: [],
  }),
})
