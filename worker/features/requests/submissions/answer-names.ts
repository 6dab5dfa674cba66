import type { Database } from '../../../core/database.ts'
import { FORMER, LOOKUPS, namesSql } from '../../../core/object-names.ts'

const ANSWER_NAMES_SQL = namesSql(
  `SELECT j.value FROM intake_submissions s
     JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version, json_tree(a.value) j
    WHERE s.id = ?2 AND s.company_id = ?1 AND j.type = 'text' AND length(j.value) <= 64
   UNION
   SELECT j.value FROM intake_submissions s, json_tree(s.draft_answers) j
    WHERE s.id = ?2 AND s.company_id = ?1 AND j.type = 'text' AND length(j.value) <= 64`,
  [...LOOKUPS, FORMER],
)

/** Names of everything in the company that a request's answers refer to, in the same round trip as the answers. */
export const answerNamesStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  submissionId: string,
): D1PreparedStatement => db.sql(ANSWER_NAMES_SQL, companyId, submissionId)

const NAMES_OF_IDS_SQL = namesSql('SELECT DISTINCT value FROM json_each(?2)', [...LOOKUPS, FORMER])

/** Names of what the company's answers referred to. Other texts have none. */
export const namesOfIdsStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  ids: readonly string[],
): D1PreparedStatement => db.sql(NAMES_OF_IDS_SQL, companyId, JSON.stringify(ids.filter(({ length }) => length <= 64)))
