import { z } from 'zod'

export const requestStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED'])
export type RequestStatus = z.infer<typeof requestStatus>
