import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { followQuestions, type Labeled } from '../../../core/list/view-questions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'

const OTHERS = typed`SELECT ${computed<{ label: string; options: string | null }>({
  label: "q.value ->> 'label'",
  options: "q.value -> 'options'",
})}
   FROM intake_categories c
  CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
  CROSS JOIN json_each(f.definition, '$.steps') st
  CROSS JOIN json_each(st.value, '$.questions') q
  WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND c.id <> ?2
    AND lower(q.value ->> 'label') IN (SELECT value FROM json_each(?3))`

/** For the batch that saves a category's form: saved views follow its labels, unless another form still has them. */
export const followForm = (
  context: StaffContext,
  categoryId: string,
  forms: { before: FormDefinition; after: FormDefinition },
): Promise<D1PreparedStatement[]> =>
  followQuestions(context, forms, async (labels): Promise<Labeled[]> => {
    const { db, actor } = context
    const rows = await db.all(db.sql(OTHERS, actor.companyId, categoryId, JSON.stringify(labels)))
    return rows.map(({ label, options }) => ({ label, options: JSON.parse(options ?? '[]') as Question['options'] }))
  })
