import { expect } from 'vitest'
import type { Client } from './world.ts'

/** The body of an answer, which must be a success. */
export const ok = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) })
  return body
}
