import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { StaffContext } from '../../../core/operation.ts'

interface FormVersion {
  categoryId: string
  version: number
  form: FormDefinition
}

/** A new version of a form. Its questions with choices are found by their ids from then on. */
export const formVersionStatements = (
  { db, actor, clock }: StaffContext,
  { categoryId, version, form }: FormVersion,
): D1PreparedStatement[] => {
  const asked = form.steps.flatMap((step) => step.questions).filter(({ options }) => options.length > 0)
  return [
    db.sql(
      `INSERT INTO intake_form_versions (intake_category_id, version, company_id, definition, created_by_user_id,
                                         created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      categoryId,
      version,
      actor.companyId,
      JSON.stringify(form),
      actor.userId,
      clock.now(),
    ),
    ...(asked.length > 0
      ? [
          db.sql(
            `INSERT OR IGNORE INTO form_questions (question_id, intake_category_id, company_id)
             SELECT value, ?2, ?3 FROM json_each(?1)`,
            JSON.stringify(asked.map(({ id }) => id)),
            categoryId,
            actor.companyId,
          ),
        ]
      : []),
  ]
}

/** Versions that are looked through for questions that are gone. */
const LOOKED_BACK = 100
/** Questions that are looked for. */
const MOST_REMOVED = 5

/** The labels of questions that earlier versions of a category's form had, by id. */
export const removedLabels = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  categoryId: string,
  questionIds: readonly string[],
): Promise<Map<string, string>> => {
  const wanted = questionIds.slice(0, MOST_REMOVED)
  const found = await db.batch(
    wanted.map((id) =>
      db.sql(
        `SELECT definition FROM (
           SELECT definition FROM intake_form_versions WHERE intake_category_id = ?1 AND company_id = ?2
            ORDER BY version DESC LIMIT ${LOOKED_BACK})
          WHERE instr(definition, ?3) LIMIT 1`,
        categoryId,
        actor.companyId,
        JSON.stringify(id),
      ),
    ),
  )
  return new Map(
    wanted.flatMap((id, at): [string, string][] => {
      const definition = found[at]?.results[0]?.definition
      if (typeof definition !== 'string') return []
      const questions = (JSON.parse(definition) as FormDefinition).steps.flatMap((step) => step.questions)
      const label = questions.find((question) => question.id === id)?.label
      return label === undefined ? [] : [[id, label]]
    }),
  )
}
