import { FACTOR_NEEDED } from '../../../schema/platform/factors/rule.ts'
import { ApiError } from '../errors.ts'

/**
 * Calls that need a fresh second factor: the person is asked for it where they are, in a dialog of FactorHost, and the call
 * is made again with the same command id. Whatever they were filling in stays.
 */

export interface FactorQuestion {
  answer(wasGiven: boolean): void
}

let question: FactorQuestion | null = null
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()

const change = (next: FactorQuestion | null): void => {
  question = next
  for (const listener of listeners) listener()
}

/** The question that waits for an answer. */
export const openFactorQuestion = {
  get: (): FactorQuestion | null => question,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Several calls at once are one question. Where nothing can show it the answer is no. */
const askForFactor = (): Promise<boolean> => {
  if (listeners.size === 0) return Promise.resolve(false)
  asking ??= new Promise<boolean>((resolve) => {
    change({
      answer: (wasGiven) => {
        asking = null
        change(null)
        resolve(wasGiven)
      },
    })
  })
  return asking
}

/** Whether the call was refused for want of a factor that the person has given now. */
export const factorGiven = async (error: unknown): Promise<boolean> =>
  error instanceof ApiError && error.reason === FACTOR_NEEDED && (await askForFactor())

/** Makes a call, and makes it again once the factor it asks for was given. */
export const withFactor = async <T>(attempt: () => Promise<T>): Promise<T> => {
  try {
    return await attempt()
  } catch (error) {
    if (!(await factorGiven(error))) throw error
    return attempt()
  }
}
