import { z } from 'zod'
import { StripeRefusal } from './errors.ts'

/** What an answer has to be. Stripe took the call all the same, so that one asks again if it isn't. */
export const shaped = <Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> => {
  const result = shape.safeParse(answer)
  if (result.success) return result.data
  const where = result.error.issues[0]?.path.join('.') ?? ''
  throw new StripeRefusal(`Stripe sent something that can’t be read${where ? ` (${where})` : ''}.`, { taken: 'MAYBE' })
}

/** Seconds, as Stripe counts. */
export const instant = z.number().transform((seconds) => seconds * 1000)
export const optionalInstant = instant.nullish().transform((at) => at ?? null)
