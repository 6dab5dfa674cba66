import type { DecisionFacts } from '../../../../schema/approvals/decision-links/endpoints.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { formatMoney, money } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import type { Database } from '../../../core/database.ts'
import type { Env } from '../../../env.ts'
import { objectOf } from '../blocks/index.ts'
import { namedChanges, type SubjectFacts } from '../subject-facts/index.ts'

/** A value as people read it. What has neither a name nor an amount is left to the app. */
const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ')
  if (value && typeof value === 'object') {
    const amount = money.safeParse(value)
    return amount.success ? formatMoney(amount.data) : (nameIn(value) ?? '')
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value !== 'string') return ''
  return isCalendarDate(value) ? dayText(value) : value
}

const nameIn = (value: object): string | undefined =>
  [...('name' in value ? [value.name] : []), ...('label' in value ? [value.label] : [])].find(
    (name): name is string => typeof name === 'string',
  )

interface Asked {
  facts: Pick<SubjectFacts, 'targetType' | 'id'>
  block: Block | null
  /** The person and those they act for. */
  people: readonly string[]
}

/** What changed since the person, or whom they act for, decided on this step. Asks the object only if someone did. */
export const changesSinceDecided = async (
  { env, db }: { env: Env; db: Pick<Database, 'sql' | 'batch'> },
  companyId: string,
  { facts, block, people }: Asked,
): Promise<DecisionFacts['changes']> => {
  const seen = (block?.earlierDecisions ?? [])
    .filter(({ userId, onBehalfOf }) => people.includes((onBehalfOf ?? { userId }).userId) || people.includes(userId))
    .flatMap(({ answersVersion }) => answersVersion ?? [])
  if (seen.length === 0) return []
  const target = { targetType: facts.targetType, id: facts.id }
  const changed = await objectOf({ env }, target).changesSince(companyId, Math.max(...seen))
  const named = await namedChanges(db, companyId, facts, changed?.changes ?? [])
  return named
    .map(({ label, before, after }) => ({ label, before: wordsOf(before), after: wordsOf(after) }))
    .filter(({ before, after }) => before !== after)
}
