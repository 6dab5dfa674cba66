import { newId } from '../../../../worker/core/clock.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { run } from '../sessions.ts'
import { type Client, KeyClient, signIn, type TestCompany, type TestPerson } from '../world.ts'

/** Callers other than a person in a usual session. */

/** A program with an API key that the person has just made. */
export const makeKeyClient = async (company: TestCompany, person: TestPerson): Promise<Client> => {
  const maker = await signIn(company, person)
  const made = await maker.post('/api/api-keys', { name: `world-${newId().slice(-12)}` })
  if (made.status !== 200) throw new Error(`No key: ${JSON.stringify(made.body)}`)
  return new KeyClient(made.body.key)
}

/** The session, as it is after an email link where a second factor is asked for. */
export const owing = async (client: Client): Promise<Client> => {
  const token = client.cookie?.split('=')[1] ?? ''
  await run("UPDATE sessions SET owes_factor = 'ANY' WHERE token_hash = ?", sha256Hex(token))
  return client
}
