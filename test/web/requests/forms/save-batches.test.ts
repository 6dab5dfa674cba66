import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FormStep } from '../../../../schema/requests/forms/form.ts'
import { newQuestion } from '../../../../web/features/requests/forms/form/form-edits.ts'
import { splitIntoBatches } from '../../../../web/features/requests/forms/form/save-batches.ts'

const step = (id: string, lengths: number[]): FormStep => ({
  id,
  label: `Step ${id}`,
  ordinal: Number(id),
  isAdditionalStep: false,
  questions: lengths.map((length, i) => ({
    ...newQuestion('TEXT', `${id}-${i}`),
    ordinal: i,
    description: 'ä'.repeat(length),
  })),
})

/** As the server joins them (worker/features/requests/forms/save-form.ts). */
const join = (batches: FormStep[][]): FormStep[] => {
  const merged = new Map<string, FormStep>()
  for (const part of batches.flat()) {
    const known = merged.get(part.id)
    merged.set(part.id, known ? { ...part, questions: [...known.questions, ...part.questions] } : part)
  }
  return [...merged.values()]
}
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

describe('saving a form in batches', () => {
  it('an ordinary or empty form is one batch', () => {
    expect(splitIntoBatches([step('0', [10, 10]), step('1', [])])).toHaveLength(1)
    expect(splitIntoBatches([])).toEqual([[]])
  })

  it('the batches join to the same form, and none is larger than allowed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(900), { maxLength: 12 }), { maxLength: 8 }),
        fc.integer({ min: 3000, max: 9000 }),
        (lengths, limit) => {
          const steps = lengths.map((list, i) => step(String(i), list))
          const batches = splitIntoBatches(steps, limit)
          expect(join(batches)).toEqual(steps)
          for (const batch of batches) expect(bytes(batch)).toBeLessThanOrEqual(limit + 2)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('a question that is too large is sent alone', () => {
    const batches = splitIntoBatches([step('0', [10, 4000, 10])], 3000)
    expect(batches.map((batch) => batch.flatMap((part) => part.questions.length))).toEqual([[1], [1], [1]])
  })
})
