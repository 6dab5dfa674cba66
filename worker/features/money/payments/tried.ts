import { AppError } from '../../../core/errors.ts'
import { ProviderError } from '../../../core/provider-error.ts'

/**
 * For a person who waits for the provider's answer: its refusal in words.
 * @param fields beside which of them it is said, by the provider's code
 */
export const tried = async <T>(call: () => Promise<T>, fields: Readonly<Record<string, string>> = {}): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const field = fields[code]
    const message = error.message.replace(/ Outlay asks again in a moment\.$/, ' Try again in a minute.')
    throw new AppError(field ? 'INVALID' : 'RULE_BROKEN', message, {
      reason: 'REFUSED',
      ...(field && { fields: { [field]: message } }),
    })
  }
}
