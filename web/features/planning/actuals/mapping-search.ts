import { z } from 'zod'

const text = z.string().max(200).optional().catch(undefined)

/** What the addresses of the mapping pages say. It is read before their code is there. */
export const mappingSearch = z.object({ show: text, search: text, all: text, /** In the wizard. */ step: text })
