/**
 * The custom sync. Invariants: nothing that is pushed changes anything before its generation is complete and fits
 * together; a file that breaks off, or has a wrong row, leaves what was there; the same Idempotency-Key counts once;
 * what people mapped belongs to the ids of the pushing system, and stays.
 */
import * as endpoints from '../../../../schema/platform/book-pushes/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { completeGeneration, discardGeneration, listGenerations, readGeneration } from './generations.ts'
import { pushBooks } from './receive.ts'

export const bookPushDoors = [
  door(endpoints.listGenerations, listGenerations),
  door(endpoints.getGeneration, readGeneration),
  door(endpoints.pushBooks, pushBooks),
  door(endpoints.completeGeneration, completeGeneration),
  door(endpoints.discardGeneration, discardGeneration),
]
