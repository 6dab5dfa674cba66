import { type BlockOutline, blockWords } from '../../../../schema/approvals/engine/block-people.ts'
import {
  type ColumnAnswer,
  type ListColumn,
  type ListedSubmission,
  listCategoryColumns,
} from '../../../../schema/requests/endpoints.ts'
import { addressLines, durationLines, isMoney, isRecord } from '../../../../schema/requests/forms/answer-words.ts'
import type { AnswerValue } from '../../../../schema/requests/forms/form.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { categoryStatement } from '../categories/index.ts'
import { COLUMNS_SQL, type ListDbRow } from '../submissions/index.ts'

/** The custom columns of a category's request list, and their values for a request. */

export interface RequestPage extends Connection<ListedSubmission> {
  /** The category's own columns, in its list. */
  columns: ListColumn[]
}

export const columnsStatement = (
  { db, actor }: { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor },
  categoryId: string,
): D1PreparedStatement => db.sql(COLUMNS_SQL, actor.companyId, categoryId)

/** A column whose question or task was removed has no type and shows nothing. */
export const columnsOfRows = (rows: Record<string, unknown>[]): ListColumn[] =>
  (rows as unknown as (ListColumn & { type: string | null })[]).filter(({ type }) => type !== null)

/** Throws NOT_FOUND for an unknown category. */
export const readCategoryColumns = query({
  id: 'intake.category-columns',
  access: 'requests.use',
  input: inputOf(listCategoryColumns),
  run: async (context, { intakeCategoryId }) => {
    const [categories, columns] = await context.db.batch([
      categoryStatement(context, intakeCategoryId),
      columnsStatement(context, intakeCategoryId),
    ])
    if (!categories?.results[0]) throw notFound('The category')
    return columnsOfRows(columns?.results ?? [])
  },
})

type Answers = ColumnAnswer['answers']

interface StoredAnswer {
  questionId: string
  value: AnswerValue
  names: { id: string; name: string | null }[] | null
}

const plain = (value: string | number | boolean): Answers => [{ id: null, value, currency: null }]

const answersOf = ({ value, names }: StoredAnswer): Answers => {
  if (isBlank(value) || value === null) return []
  if (names) return names.map(({ id, name }) => ({ id, value: name ?? 'Removed', currency: null }))
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === 'string' ? plain(each) : []))
  if (!isRecord(value)) return plain(value)
  if (isMoney(value)) return [{ id: null, value: value.value, currency: value.currency }]
  const lines = 'years' in value ? durationLines(value) : addressLines(value)
  return lines.length > 0 ? plain(lines.join(', ')) : []
}

type StoredBlock = BlockOutline & { id: string; ruleId: string | null }

/** A block as a column shows it: in words, with its id. */
export const columnAnswersOf = (columns: readonly ListColumn[], row: ListDbRow): ColumnAnswer[] => {
  const answers = new Map((JSON.parse(row.questionAnswers ?? '[]') as StoredAnswer[]).map((a) => [a.questionId, a]))
  const blocks = JSON.parse(row.taskBlocks ?? '[]') as StoredBlock[]
  const isOpen = row.status === 'PENDING' && row.archivedAt === null
  return columns.map((column) => {
    const answer = answers.get(column.questionId ?? '')
    const asked = column.ruleId === null ? [] : blocks.filter((block) => block.ruleId === column.ruleId)
    const states = asked.map((block) => ({ id: block.id, value: blockWords(block, isOpen), currency: null }))
    return { ...column, answers: answer ? answersOf(answer) : states }
  })
}
