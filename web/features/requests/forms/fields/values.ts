import type { z } from 'zod'
import type { address, duration } from '../../../../../schema/requests/forms/form.ts'

export type Address = z.infer<typeof address>
export type Duration = z.infer<typeof duration>
