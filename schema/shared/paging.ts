import { z } from 'zod'

export const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

export const pageInfo = z.object({
  hasNextPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
})

/** A page of a keyset-paged list: edges with cursors, and where the next page starts. */
export const connection = <T extends z.ZodType>(node: T) =>
  z.object({ edges: z.array(z.object({ cursor: z.string(), node })), pageInfo })

export interface Connection<T> {
  edges: { cursor: string; node: T }[]
  pageInfo: z.infer<typeof pageInfo>
}

export const sortDirection = z.enum(['ASC', 'DESC'])

/** The most fields in a sort order. The first one counts most. */
const MOST_SORTED = 3

/**
 * `orderBy[by][]` and `orderBy[dir][]`: fields and their directions. Without a direction, the list's default applies.
 * @param most of them
 */
export const orderByOf = <F extends z.ZodType>(field: F, most = MOST_SORTED) =>
  z
    .object({
      by: z
        .array(field)
        .max(most, most === 1 ? 'Only one field' : `At most ${most} fields`)
        .default([]),
      dir: z
        .array(sortDirection)
        .max(most, most === 1 ? 'Only one direction' : `At most ${most} directions`)
        .default([]),
    })
    .optional()

export const pageQuery = z.object({
  cursor: z.string().max(400).optional(),
  first: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
})

/** Question labels, each followed by a value. Repeating a label means any of its values. */
export const answerFilters = (name: string, pairs = 10) =>
  z
    .array(z.string().trim().min(1).max(500))
    .max(2 * pairs, `At most ${pairs} answers`)
    .refine((list) => list.length % 2 === 0, `${name} must be a list of question labels and values in sets of 2`)
    .optional()
