import { AppError } from '../../core/errors.ts'
import type { BaseContext } from '../../core/operation.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { isPerson } from './client.ts'

/**
 * Throws RULE_BROKEN without a passed check, and UPSTREAM if that can't be said now. Nothing is lost: the same form can
 * be sent again.
 * @param attempt a UUID, the same for a repeated sending
 */
export const requirePerson = async (
  { env, clock, clientAddress }: Pick<BaseContext, 'env' | 'clock' | 'clientAddress'>,
  token: string | undefined,
  attempt: string,
): Promise<void> => {
  const failed = new AppError('RULE_BROKEN', 'Check the box to confirm you’re a person, then send the form again.', {
    reason: 'NOT_A_PERSON',
    fields: { personToken: 'Tick this box' },
  })
  if (!token) throw failed
  const address = clientAddress === 'local' ? null : clientAddress
  const passed = await isPerson(env, { token, address, attempt }, clock.now()).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError('UPSTREAM', 'We can’t confirm right now that you’re a person. Try again in a minute.', {
      cause: error,
    })
  })
  if (!passed) throw failed
}
