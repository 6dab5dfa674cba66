import { z } from 'zod'
import { LANES } from '../../../../schema/money/worklist/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'

/** Which part of the worklist the page shows. Without one, everything in short. */
export const worklistSearch = z.object({ lane: z.enum(LANES).optional().catch(undefined) })

export const laneHref = (lane?: (typeof LANES)[number]): Address => to('/payments', {}, lane ? { lane } : {})
