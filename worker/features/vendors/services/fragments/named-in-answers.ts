import { namedInAnswers } from '../../../../core/kinds/named-in-answers.ts'

/** Answers of services and of their periods that name an object: where they are, and the index that finds them. */

const INDEX = 'service_answer_values'
const KEY = ['service_id', 'question_id', 'period_id']
const keyOf = (of: string): string => `json_array(${KEY.map((column) => `${of}.${column}`).join(', ')})`

/** Services of company ?1 whose answers name it. */
const namingServices = (id: string): string => namedInAnswers({ table: INDEX, owner: 'service_id' }, '?1', id)

/** The columns with such answers, with SQL of the rows that may name object ?3 of company ?1. */
export const SERVICE_ANSWERS = [
  {
    table: 'services',
    place: 'services.answers',
    column: 'answers',
    rows: `(SELECT s.company_id, s.id, s.answers FROM (${namingServices('?3')}) n CROSS JOIN services s ON s.id = n.service_id)`,
    // Someone editing one of them gets a conflict.
    set: ', version = version + 1',
  },
  {
    table: 'service_periods',
    place: 'service_periods',
    column: 'answers',
    rows: `(SELECT p.company_id, p.id, p.answers FROM (${namingServices('?3')}) n
      CROSS JOIN service_periods p ON p.company_id = ?1 AND p.service_id = n.service_id)`,
  },
  {
    // The copy of periods that lists read.
    table: 'services',
    place: 'services.card',
    column: 'card',
    rows: `(SELECT s.company_id, s.id, s.card FROM (${namingServices('?3')}) n CROSS JOIN services s ON s.id = n.service_id)`,
  },
]

/** Rows of the index that name an object. */
const naming = (id: string): string =>
  `company_id = ?1 AND value = lower(${id}) AND service_id IN (${namingServices(id)})`

/** Puts object ?3 there in place of ?2, because the index's key is the value itself. */
export const RENAME_IN_INDEX = `UPDATE OR REPLACE ${INDEX} SET value = lower(?3) WHERE ${naming('?2')}`

/** The keys of rows that name object ?3, each with whether the same answer names ?4 too. */
export const INDEXED_KEYS = `SELECT ${keyOf('v')} AS key, EXISTS (SELECT 1 FROM ${INDEX} o WHERE o.company_id = ?1
    AND ${KEY.map((column) => `o.${column} = v.${column}`).join(' AND ')} AND o.value = lower(?4)) AS isDouble
  FROM ${INDEX} v WHERE ${naming('?3')}`

/** Whether answers `v` name object ?3 again. */
const NAMED_AGAIN = `CASE v.period_id WHEN '' THEN EXISTS (SELECT 1 FROM services s
    WHERE s.id = v.service_id AND instr(s.answers, '"' || ?3 || '"'))
  ELSE EXISTS (SELECT 1 FROM service_periods p WHERE p.id = v.period_id AND instr(p.answers, '"' || ?3 || '"')) END`

/**
 * Puts ?3 back beside ?4 where answers name it again, and then takes ?4 out where they had only the other.
 * @param keys SQL of a table `m` of keys that were renamed, with a column `row_key`
 */
export const backInIndex = (keys: string, alone: string): string[] => [
  `INSERT OR IGNORE INTO ${INDEX} (company_id, question_id, value, service_id, period_id, vendor_key, name_key, end_date)
   SELECT v.company_id, v.question_id, lower(?3), v.service_id, v.period_id, v.vendor_key, v.name_key, v.end_date
     FROM (SELECT m.row_key ${keys}) k CROSS JOIN ${INDEX} v ON v.company_id = ?1
      AND v.service_id = k.row_key ->> '$[0]' AND v.question_id = k.row_key ->> '$[1]'
      AND v.value = lower(?4) AND v.period_id = k.row_key ->> '$[2]'
    WHERE ${NAMED_AGAIN}`,
  `DELETE FROM ${INDEX} AS v WHERE v.company_id = ?1 AND v.value = lower(?4)
      AND v.service_id IN (SELECT m.row_key ->> '$[0]' ${keys})
      AND ${keyOf('v')} IN (SELECT m.row_key ${alone}) AND ${NAMED_AGAIN}`,
]
