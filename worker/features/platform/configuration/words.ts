import { z } from 'zod'

/** Values as a file has them: "vendor-select" for VENDOR_SELECT. */
export const wordsOf = <T extends string>(values: readonly T[]) => {
  const toWord = (value: T): string => value.toLowerCase().replaceAll('_', '-')
  const known = values.map(toWord)
  const shape: z.ZodType<string> = z.enum(known as [string, ...string[]], {
    error: `One of: ${known.join(', ')}`,
  })
  return { shape, toWord, fromWord: (word: string): T => values[known.indexOf(word)] as T }
}
