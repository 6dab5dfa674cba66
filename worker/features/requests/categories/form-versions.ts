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
