/**
 * Texts that requests of a company have in common are kept once, and rows have their numbers: the rules and people of
 * steps, and what a request's row says of its run.
 */

/** SQL of the number of a text, or null. @param company SQL of the company's id @param text SQL of the text */
export const numberOfText = (company: string, text: string): string =>
  `(SELECT t.id FROM request_texts t WHERE t.company_id = ${company} AND t.text = ${text})`

/** SQL of what a column of table `s` says, which has a text or the number of one. */
export const sharedText = (column: string): string =>
  `COALESCE((SELECT t.text FROM request_texts t WHERE t.company_id = s.company_id AND t.id = s.${column}), s.${column})`

/** Numbers those of the texts that the company doesn't have yet. Belongs before the statements that use them. */
export const textsStatement = (
  db: Pick<D1Database, 'prepare'>,
  companyId: string,
  texts: readonly string[],
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO request_texts (company_id, id, text)
       SELECT ?1, (SELECT COALESCE(MAX(id), 0) FROM request_texts WHERE company_id = ?1) + row_number() OVER (ORDER BY j.key),
              j.value
         FROM json_each(?2) j WHERE ${numberOfText('?1', 'j.value')} IS NULL`,
    )
    .bind(companyId, JSON.stringify([...new Set(texts)]))
