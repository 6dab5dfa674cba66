import type { Question } from '../../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import * as endpoints from '../../../../schema/requests/sourcing/endpoints.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { cellsOf, inCell, livesHere } from '../../../core/cells.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { requirePublicForm } from './public-form.ts'

/**
 * Choices for strangers: only the ones that the form itself has. Questions that offer a company's people, places or
 * vendors can't be in a sourcing form.
 */

interface Place {
  context: BaseContext
  companyId: string
  categoryId: string
}

/** The open form with the question. A program knows only the question, so every cell is asked. */
const holderOf = async (context: BaseContext, questionId: string): Promise<Place | undefined> => {
  const found = await Promise.all(
    cellsOf(context.env).map(async (cell) => {
      const there = inCell(context, cell)
      const row = await there.db.first<{ companyId: string; categoryId: string }>(
        there.db.sql(
          `SELECT c.company_id AS companyId, c.id AS categoryId FROM form_questions q
            CROSS JOIN intake_categories c ON c.id = q.intake_category_id AND c.company_id = q.company_id
            WHERE q.question_id = ? AND c.type = 'PUBLIC' AND c.deleted_at IS NULL
              AND ${livesHere('c.company_id')}
            LIMIT 1`,
          questionId,
        ),
      )
      return row && { ...row, context: there }
    }),
  )
  return found.find((each) => each !== null) ?? undefined
}

/** Those of a question whose name has the text. */
export const optionsWith = ({ options }: Pick<Question, 'options'>, search: string): Option[] => {
  const wanted = search.toLowerCase()
  return options
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, endpoints.MOST_PUBLIC_OPTIONS)
    .map(({ id: value, label }) => ({ label, value }))
}

interface Asked {
  intakeQuestionId: string
  intakeCategoryId?: string | undefined
  companyId?: string | undefined
  search?: string | undefined
}

/** Throws the same NOT_FOUND for an unknown question and for one of a form that isn't open. */
export const publicOptions = async (
  context: BaseContext,
  { intakeQuestionId, intakeCategoryId, companyId, search = '' }: Asked,
): Promise<Option[]> => {
  const place =
    companyId && intakeCategoryId
      ? { context, companyId, categoryId: intakeCategoryId }
      : await holderOf(context, intakeQuestionId)
  if (!place) throw notFound('The question')
  const { form } = await requirePublicForm(place.context, place.companyId, place.categoryId)
  const question = allQuestions(form).find(({ id }) => id === intakeQuestionId)
  if (!question) throw notFound('The question')
  return optionsWith(question, search)
}
