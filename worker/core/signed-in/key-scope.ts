import { keyFault } from '../../../schema/platform/api-keys/rule.ts'
import type { KeyScopes } from '../../../schema/platform/api-keys/scopes.ts'
import { AppError } from '../errors.ts'
import type { AnyOperation } from '../operation.ts'

/** What a key may do is one rule for every door: schema/platform/api-keys/rule.ts. */
export const requireScope = ({ id, kind, access }: AnyOperation, scopes: KeyScopes): void => {
  if (access === 'public') return
  const fault = keyFault({ id, kind, access }, scopes)
  if (fault) throw new AppError('FORBIDDEN', fault, { reason: 'API_KEY' })
}
