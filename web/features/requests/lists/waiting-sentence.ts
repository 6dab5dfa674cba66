import type { IntakeSubmissionRow } from '../../../../schema/requests/endpoints.ts'

/** "Dana Reyes and 2 others": people before the names of blocks. */
export const waitingSentence = (waitingFor: IntakeSubmissionRow['waitingFor']): string => {
  const names = [...new Set(waitingFor.flatMap((block) => block.people.map((person) => person.name)))]
  const [first, ...rest] = names
  if (!first) return waitingFor[0]?.label ?? ''
  if (rest.length === 0) return first
  return rest.length === 1 ? `${first} and ${rest[0]}` : `${first} and ${rest.length} others`
}
