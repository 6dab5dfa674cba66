import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import * as endpoints from '../../../../schema/platform/factors/endpoints.ts'
import { call } from '../../../lib/rest.ts'

/** What the browser's authenticator does. The library loads with the first use. */

const loadLibrary = () => import('@simplewebauthn/browser')

/** The person closed the browser's question, or their device has no passkey that fits. */
class PasskeyNotUsed extends Error {}

const orNotUsed = <T>(work: Promise<T>, message: string): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Error) || !/^(NotAllowed|Abort|InvalidState|NotSupported|Security)Error$/.test(error.name))
      throw error
    const isKnown = error.name === 'InvalidStateError'
    throw new PasskeyNotUsed(isKnown ? 'This device has a passkey of yours already.' : message)
  })

type Answer = Record<string, unknown>
const isRequest = (options: Answer): options is Answer & PublicKeyCredentialRequestOptionsJSON =>
  typeof options.challenge === 'string'
const isCreation = (options: Answer): options is Answer & PublicKeyCredentialCreationOptionsJSON =>
  isRequest(options) && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options

export const addPasskey = async (name: string, commandId: string) => {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = await call(endpoints.beginPasskey)
  if (!isCreation(optionsJSON)) throw new Error('No passkey can be made of this')
  const made = startRegistration({ optionsJSON })
  const passkey = (await orNotUsed(made, 'No passkey was made. Try again.')) as endpoints.NewPasskey
  return call(endpoints.addPasskey, { body: { name, passkey }, commandId })
}

export const givePasskey = async (commandId: string) => {
  const { startAuthentication } = await loadLibrary()
  const optionsJSON = await call(endpoints.askForPasskey)
  if (!isRequest(optionsJSON)) throw new Error('No passkey can sign this')
  const signed = startAuthentication({ optionsJSON })
  const passkey = (await orNotUsed(signed, 'No passkey was used. Try again.')) as endpoints.PasskeySignature
  return call(endpoints.giveFactor, { body: { passkey }, commandId })
}
