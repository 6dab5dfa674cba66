import type { FormDefinition } from '../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../schema/requests/forms/visibility.ts'
import type { StaffContext } from '../operation.ts'
import { rewriteViews, withPairs } from './view-references.ts'

/**
 * Saved views find answers by the labels of questions and options. They follow when a label changes and forget what went,
 * unless another question still has the label.
 */

export interface Labeled {
  label: string
  options: readonly { id: string; label: string }[]
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const hasOption = ({ options }: Labeled, label: string): boolean => options.some((option) => same(option.label, label))

/** What a label, or an option of a question with that label, becomes. */
interface Renamed {
  label: string
  option: string | null
  /** Null if it is gone. */
  to: string | null
}

const renamedIn = (before: FormDefinition, after: FormDefinition): Renamed[] => {
  const now = new Map(allQuestions(after).map((question) => [question.id, question]))
  return allQuestions(before).flatMap((question): Renamed[] => {
    const next = now.get(question.id)
    const { label } = question
    if (!next) return [{ label, option: null, to: null }]
    const options = question.options.flatMap((option): Renamed[] => {
      const kept = next.options.find(({ id }) => id === option.id)
      return kept && same(kept.label, option.label) ? [] : [{ label, option: option.label, to: kept?.label ?? null }]
    })
    // Options first: they are found by the label of before.
    return [...options, ...(same(next.label, label) ? [] : [{ label, option: null, to: next.label }])]
  })
}

/**
 * For the batch that saves a form.
 * @param others the questions of other forms whose answers these lists filter by
 */
export const followQuestions = async (
  context: StaffContext,
  { before, after }: { before: FormDefinition; after: FormDefinition },
  others: (labels: readonly string[]) => Promise<readonly Labeled[]>,
): Promise<D1PreparedStatement[]> => {
  const renamed = renamedIn(before, after)
  if (renamed.length === 0) return []
  const standing: readonly Labeled[] = [
    ...allQuestions(after),
    ...(await others([...new Set(renamed.map(({ label }) => label.toLowerCase()))])),
  ]
  const gone = renamed.filter(
    ({ label, option }) =>
      !standing.some((each) => same(each.label, label) && (option === null || hasOption(each, option))),
  )
  const byLabel = Map.groupBy(gone, ({ label }) => label.toLowerCase())
  const statements: D1PreparedStatement[] = []
  for (const changes of byLabel.values()) {
    const [first] = changes
    if (!first) continue
    statements.push(
      ...(await rewriteViews(context, [first.label], (filters) =>
        withPairs(filters, (pair) => {
          if (!same(pair.label, first.label)) return pair
          const option = changes.find((each) => each.option !== null && same(each.option, pair.value))
          const question = changes.find((each) => each.option === null)
          if (option?.to === null || question?.to === null) return null
          return { label: question?.to ?? pair.label, value: option?.to ?? pair.value }
        }),
      )),
    )
  }
  return statements
}
