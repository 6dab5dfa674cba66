import type { Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import type { LocalTime } from './deadline-field.tsx'

/** What the form of an event holds. */
export interface EventValues {
  title: string
  description: string
  intakeCategoryId: string | null
  deadline: LocalTime
  criteria: (Omit<Criterion, 'weight'> & { weight: number | null })[]
  reviewerIds: string[]
  ownerIds: string[]
}
