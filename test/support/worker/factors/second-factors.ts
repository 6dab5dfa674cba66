import { AuthenticatorEmulator } from 'nid-webauthn-emulator/dist/src/authenticator/authenticator-emulator.js'
import { PasskeysCredentialsMemoryRepository } from 'nid-webauthn-emulator/dist/src/repository/credentials-memory-repository.js'
// The package's own door also opens files, which the Worker's runtime doesn't have.
import { WebAuthnEmulator } from 'nid-webauthn-emulator/dist/src/webauthn/webauthn-emulator.js'
import { Secret, TOTP } from 'otpauth'
import { type Answer, type Client, ORIGIN } from '../world.ts'

/** A phone with an authenticator app, and the recovery codes that came with it. */
export interface App {
  id: string
  secret: string
  recoveryCodes: string[]
}

const PERIOD_MS = 30_000

/** The code that the app shows so many steps from now. */
export const codeOf = ({ secret }: Pick<App, 'secret'>, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * PERIOD_MS })

/** Sets up an app. The code of the step before is used for it, so that two more are free. */
export const addApp = async (client: Client): Promise<App> => {
  const { body } = await client.post('/auth/factors/app')
  const answer = await client.post('/auth/factors/app/code', { id: body.id, code: codeOf(body, -1) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { id: body.id, secret: body.secret, recoveryCodes: answer.body.recoveryCodes ?? [] }
}

export const giveCode = (client: Client, code: string): Promise<Answer> => client.post('/auth/factors/given', { code })

type Parameters = ConstructorParameters<typeof AuthenticatorEmulator>[0]

/** The runtime signs without naming a digest with this curve only. Without a memory of its own each key would know what all others made. */
const keyWith = (more: Parameters): WebAuthnEmulator =>
  new WebAuthnEmulator(
    new AuthenticatorEmulator({
      algorithmIdentifiers: ['EdDSA'],
      credentialsRepository: new PasskeysCredentialsMemoryRepository(),
      ...more,
    }),
  )

/** A security key that a person has plugged in. */
export const newSecurityKey = (): WebAuthnEmulator => keyWith({})

const touched = () => ({ options: { uv: false, up: true } })

/** One that asks for no finger and no PIN. */
export const newCarelessKey = (): WebAuthnEmulator =>
  keyWith({ userMakeCredentialInteraction: touched, userGetAssertionInteraction: touched })

/** @param origin the page that asks the key */
export const makePasskey = async (client: Client, key: WebAuthnEmulator, origin = ORIGIN) => {
  const { body } = await client.post('/auth/factors/passkeys/options')
  return key.createJSON(origin, body)
}

export const addPasskey = async (client: Client, key: WebAuthnEmulator, name = 'Blue key'): Promise<Answer> =>
  client.post('/auth/factors/passkeys', { name, passkey: await makePasskey(client, key) })

export const signWith = async (client: Client, key: WebAuthnEmulator, origin = ORIGIN) => {
  const { body } = await client.post('/auth/factors/challenge')
  return key.getJSON(origin, body)
}

export const givePasskey = async (client: Client, key: WebAuthnEmulator): Promise<Answer> =>
  client.post('/auth/factors/given', { passkey: await signWith(client, key) })
