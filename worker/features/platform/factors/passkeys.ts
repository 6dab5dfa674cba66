import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  MOST_PASSKEYS,
  renamePasskey,
} from '../../../../schema/platform/factors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { addedFactor } from './added.ts'
import { limitAttempts } from './attempts.ts'
import {
  challengeIn,
  keepChallenge,
  loadPasskeys,
  newChallenge,
  partyOf,
  passkeyRefused,
  takeChallenge,
} from './challenges.ts'
import { type FactorRow, factorsOf, factorsToChange } from './whose.ts'

export const passkeysIn = (factors: readonly FactorRow[]): FactorRow[] =>
  factors.filter(({ kind }) => kind === 'PASSKEY')

/** By which the browser finds or refuses them. */
const known = (factors: readonly FactorRow[]) =>
  passkeysIn(factors).map(({ credentialId, transports }) => ({
    id: credentialId ?? '',
    transports: JSON.parse(transports) as string[],
  }))

const refuseTooMany = (factors: readonly FactorRow[]): void => {
  if (passkeysIn(factors).length >= MOST_PASSKEYS)
    throw new AppError('RULE_BROKEN', `You can have ${MOST_PASSKEYS} passkeys. Remove one first.`)
}

export const begin = command({
  id: 'factors.begin-passkey',
  access: 'staff.use',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(beginPasskey),
  run: async (context) => {
    const { companyId, userId, email, name, company } = context.actor
    const factors = await factorsToChange(context)
    refuseTooMany(factors)
    const { generateRegistrationOptions } = await loadPasskeys()
    const options = await generateRegistrationOptions({
      rpName: 'Outlay',
      rpID: partyOf(context).rpID,
      userName: `${email} (${company.name})`,
      userDisplayName: name,
      // Not the address, which others may learn from the device, and one for each company of the person.
      userID: new TextEncoder().encode(idFrom(`passkeys of ${companyId} ${userId}`)),
      challenge: newChallenge(),
      attestationType: 'none',
      excludeCredentials: known(factors),
      // Naming one of these replaces all that the library would choose.
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    })
    return commit(context, {
      subject: 'The passkey',
      statements: [keepChallenge(context, options.challenge, 'ADD')],
      audit: [],
      result: { ...options } as Record<string, unknown>,
    })
  },
})

/** Throws RULE_BROKEN if it wasn't made for this challenge, this page and this person. */
export const add = command({
  id: 'factors.add-passkey',
  access: 'staff.use',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(addPasskey),
  run: async (context, { name, passkey }) => {
    const { db, actor, clock } = context
    await limitAttempts(context)
    const factors = await factorsToChange(context)
    refuseTooMany(factors)
    const challenge = challengeIn(passkey.response.clientDataJSON)
    await takeChallenge(context, challenge, 'ADD')
    const { rpID, origin } = partyOf(context)
    const { verifyRegistrationResponse } = await loadPasskeys()
    const checked = await verifyRegistrationResponse({
      response: passkey as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }).catch(() => null)
    if (!checked?.verified) throw passkeyRefused()
    const { credential } = checked.registrationInfo
    const id = context.newId()
    return addedFactor(context, {
      id,
      kind: 'PASSKEY',
      isFirst: factors.length === 0,
      what: `the passkey ${name}`,
      told: 'PASSKEY_ADDED',
      name,
      statements: [
        db.sql(
          `INSERT INTO second_factors (id, company_id, user_id, kind, name, credential_id, public_key, counter, transports,
                                       proven_at, created_at)
           SELECT ?1, ?2, ?3, 'PASSKEY', ?4, ?5, ?6, ?7, ?8, ?9, ?9
            WHERE NOT EXISTS (SELECT 1 FROM second_factors WHERE credential_id = ?5)`,
          id,
          actor.companyId,
          actor.userId,
          name,
          credential.id,
          toBase64(credential.publicKey),
          credential.counter,
          JSON.stringify(credential.transports ?? []),
          clock.now(),
        ),
        guardOneRow(db),
      ],
    })
  },
})

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const ownPasskey = async (context: StaffContext, id: string): Promise<FactorRow> => {
  const found = passkeysIn(await factorsOf(context)).find((factor) => factor.id === id)
  if (!found) throw notFound('The passkey')
  return found
}

export const rename = command({
  id: 'factors.rename-passkey',
  access: 'staff.use',
  input: inputOf(renamePasskey),
  run: async (context, { factorId, name }) => {
    const { db, actor } = context
    const before = await ownPasskey(context, factorId)
    return commit(context, {
      subject: 'The passkey',
      statements: [
        db.sql(
          'UPDATE second_factors SET name = ? WHERE id = ? AND company_id = ? AND user_id = ?',
          name,
          factorId,
          actor.companyId,
          actor.userId,
        ),
        guardOneRow(db),
      ],
      audit:
        before.name === name
          ? []
          : [
              {
                changeKey: `second-factor:${factorId}:renamed:${context.newId()}`,
                action: 'member.factor-renamed',
                targetType: 'MEMBER',
                targetId: actor.userId,
                message: `Renamed the passkey ${before.name} to ${name}`,
                changeData: { before: { name: before.name }, after: { name } },
              },
            ],
      result: null,
    })
  },
})

/** Throws RULE_BROKEN if the person has no passkey. */
export const ask = command({
  id: 'factors.ask-for-passkey',
  access: 'staff.use',
  asAnother: 'VIEWING',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(askForPasskey),
  run: async (context) => {
    const factors = passkeysIn(await factorsOf(context))
    if (factors.length === 0)
      throw new AppError('RULE_BROKEN', 'You have no passkey in this company.', { reason: 'NO_PASSKEY' })
    const { generateAuthenticationOptions } = await loadPasskeys()
    const options = await generateAuthenticationOptions({
      rpID: partyOf(context).rpID,
      allowCredentials: known(factors),
      challenge: newChallenge(),
      userVerification: 'required',
    })
    return commit(context, {
      subject: 'The passkey',
      statements: [keepChallenge(context, options.challenge, 'GIVE')],
      audit: [],
      result: { ...options } as Record<string, unknown>,
    })
  },
})
