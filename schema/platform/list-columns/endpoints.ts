import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { listColumnsText } from '../../shared/list-columns.ts'

/** The columns that a person has chosen for lists. Each person's own, and the same on every device. */

const listName = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]{1,60}$/, 'Not the name of a list')

export const readListColumns = endpoint({
  id: 'list-columns.get',
  method: 'GET',
  path: '/api/list-columns',
  summary: 'The columns that the person has chosen, by list',
  response: z.array(z.object({ list: z.string(), columns: z.string() })),
})

export const keepListColumns = endpoint({
  id: 'list-columns.keep',
  method: 'PUT',
  path: '/api/list-columns/{list}',
  summary: 'Keep the columns of a list for the person, or return to its own without any',
  params: z.object({ list: listName }),
  body: z.object({ columns: listColumnsText.nullable() }),
  response: z.null(),
})
