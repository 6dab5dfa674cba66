import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { followQuestions, type Labeled } from '../../../core/list/view-questions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { questionsCalled } from '../lists/index.ts'

/** For the batch that saves a category's form: saved views follow its labels, unless another form still has them. */
export const followForm = (
  context: StaffContext,
  categoryId: string,
  forms: { before: FormDefinition; after: FormDefinition },
): Promise<D1PreparedStatement[]> =>
  followQuestions(context, forms, async (labels): Promise<Labeled[]> => {
    const rows = await questionsCalled(context, labels, categoryId)
    return rows.map(({ label, options }) => ({ label, options: JSON.parse(options ?? '[]') as Question['options'] }))
  })
