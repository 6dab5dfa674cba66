import { z } from 'zod'

/** How far a run of a connection got, as JSON in the run's cursor. The last one says where the next run begins. */

const startedAt = z.iso.datetime()
/** Cursors of an earlier connection mean nothing to this one. */
const connectionId = z.string()
/** Months (yyyy-mm) whose sums are out of date. */
const months = z.array(z.string())

const bookCursor = z.discriminatedUnion('phase', [
  /** Books that were connected before go first. */
  z.object({ phase: z.literal('FORGET'), connectionId, startedAt, months }),
  /** Everything, part by part. */
  z.object({
    phase: z.literal('ALL'),
    connectionId,
    part: z.number().int(),
    page: z.string().nullable(),
    startedAt,
    months,
  }),
  /** What changed since the run before. */
  z.object({
    phase: z.literal('CHANGES'),
    connectionId,
    from: startedAt,
    page: z.string().nullable(),
    startedAt,
    months,
  }),
  z.object({ phase: z.literal('SUMS'), connectionId, startedAt, months }),
  /** Nothing is left. What is changed after `startedAt` is for the next run. */
  z.object({ phase: z.literal('DONE'), connectionId, startedAt }),
])
export type BookCursor = z.infer<typeof bookCursor>

export const readCursor = (text: string | null): BookCursor | null => {
  const parsed = text === null ? null : bookCursor.safeParse(JSON.parse(text))
  return parsed?.success ? parsed.data : null
}

/** @param extra months to add, each once and in order */
export const withMonths = (known: readonly string[], extra: Iterable<string>): string[] =>
  [...new Set([...known, ...extra])].sort()
