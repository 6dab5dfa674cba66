import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { MOVE_PHASES } from '../directory/tables.ts'

/** In which database a company's data is, and moving it to another one, for platform staff. */

const companyId = z.object({ companyId: id })
const database = z.number().int().min(0)

export const companyMove = z.object({
  fromCell: database,
  toCell: database,
  phase: z.enum(MOVE_PHASES),
  /** Who began it, by name. */
  startedBy: z.string(),
  startedAt: instant,
  /** When it last went on. */
  touchedAt: instant,
  /** Whether someone works on it now. */
  isWorkedOn: z.boolean(),
  /** Why it doesn't go on, in words. */
  trouble: z.string().nullable(),
  /** How far the present phase has come. Null before its beginning and after its end. */
  progress: z
    .object({
      /** Rows that were looked at, in all rounds. */
      rows: z.number().int(),
      /** A copy is compared again until a whole round finds no difference. */
      round: z.number().int(),
      /** The table that it is at. */
      table: z.string(),
    })
    .nullable(),
})
export type CompanyMove = z.infer<typeof companyMove>

export const companyPlace = z.object({
  /** The number of the database that has the company's data. */
  cell: database,
  /** All of them, with their size. Null if one doesn't answer. */
  cells: z.array(z.object({ cell: database, bytes: z.number().int().nullable() })),
  move: companyMove.nullable(),
})
export type CompanyPlace = z.infer<typeof companyPlace>

export const getCompanyPlace = endpoint({
  id: 'moves.get',
  method: 'GET',
  path: '/api/super-admin/company/{companyId}/move',
  summary: 'The database of a company, and its move to another one',
  params: companyId,
  response: companyPlace,
})

const answer = z.object({ id: z.string() })

export const startMove = endpoint({
  id: 'moves.start',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/move',
  summary: 'Move a company to another database; its people can’t change anything meanwhile',
  params: companyId,
  body: z.object({ toCell: database }),
  response: answer,
})

export const continueMove = endpoint({
  id: 'moves.continue',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/move/continue',
  summary: 'Go on with a move that stopped, without waiting for the next minute',
  params: companyId,
  response: answer,
})

export const takeBackMove = endpoint({
  id: 'moves.take-back',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/move/undo',
  summary: 'Take a move back before it is done; the company works on where it was',
  params: companyId,
  response: answer,
})

export const confirmMove = endpoint({
  id: 'moves.confirm',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/move/confirm',
  summary: 'Delete the old copy after a move',
  params: companyId,
  response: answer,
})
