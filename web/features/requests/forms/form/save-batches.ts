import type { FormStep } from '../../../../../schema/requests/forms/form.ts'

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length + 1

/**
 * The steps of a form in batches of at most `maxBytes` of JSON each. A long step is split over several batches, each
 * with the step's own fields, which the server joins by id. A single question that is larger is sent alone.
 */
export const splitIntoBatches = (steps: readonly FormStep[], maxBytes = 100_000): FormStep[][] => {
  let batch: FormStep[] = []
  const batches = [batch]
  let room = maxBytes
  const next = (): void => {
    batch = []
    batches.push(batch)
    room = maxBytes
  }
  for (const step of steps) {
    const stepBytes = bytesOf({ ...step, questions: [] })
    const open = (): FormStep => {
      if (stepBytes > room && batch.length) next()
      const part: FormStep = { ...step, questions: [] }
      batch.push(part)
      room -= stepBytes
      return part
    }
    let part = open()
    for (const question of step.questions) {
      const bytes = bytesOf(question)
      const isAlone = batch.length === 1 && part.questions.length === 0
      if (bytes > room && !isAlone) {
        next()
        part = open()
      }
      part.questions.push(question)
      room -= bytes
    }
  }
  return batches
}
