import { z } from 'zod'

/** The closed set of error codes. One table maps them to REST and GraphQL (specification 1 §8). */
export const ERROR_STATUS = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  TOO_LARGE: 413,
  RULE_BROKEN: 422,
  LIMITED: 429,
  UPSTREAM: 502,
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS
export type ErrorStatus = (typeof ERROR_STATUS)[ErrorCode]
export const errorCodes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

/** The body of a failed call: a safe sentence, and for forms a message for each field (dotted path). */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  reason: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
