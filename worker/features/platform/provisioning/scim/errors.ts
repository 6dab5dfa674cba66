import { AppError } from '../../../../core/errors.ts'

/** Errors as RFC 7644, 3.12, writes them. */

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }

  toBody() {
    return {
      schemas: [ERROR_SCHEMA],
      status: String(this.status),
      ...(this.scimType && { scimType: this.scimType }),
      detail: this.message,
    }
  }
}

export const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter')
export const invalidPath = (detail: string) => new ScimError(400, detail, 'invalidPath')
export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue')
export const invalidSyntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax')
export const noTarget = (detail: string) => new ScimError(400, detail, 'noTarget')
export const taken = (detail: string) => new ScimError(409, detail, 'uniqueness')
export const gone = (what: string) => new ScimError(404, `${what} was not found.`)

const TAKEN = /^Another (member|group) has this/

/** What the product refuses, as SCIM says it. Null for what no one expects. */
export const scimErrorOf = (error: unknown): ScimError | null => {
  if (error instanceof ScimError) return error
  if (!(error instanceof AppError) || error.code === 'INTERNAL') return null
  const detail = Object.values(error.fields ?? {}).at(0) ?? error.message
  if (TAKEN.test(detail)) return taken(detail)
  if (error.code === 'INVALID') return invalidValue(detail)
  if (error.code === 'RULE_BROKEN') return new ScimError(409, detail, 'mutability')
  return new ScimError(error.status, detail)
}
