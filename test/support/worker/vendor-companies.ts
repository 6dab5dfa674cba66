import { newId } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { newVendorSecret } from '../../../worker/core/vendor-actor.ts'
import { run } from './sessions.ts'
import { Client, type TestPerson } from './world.ts'

export interface TestVendorCompany {
  id: string
  name: string
  addPerson(options?: { email?: string; disabled?: boolean }): Promise<TestPerson>
  /** An existing person becomes one of the vendor's users too. */
  join(person: { userId: string }): Promise<void>
  /** As one of its vendors, if it is said which. */
  sellTo(company: { id: string }, vendorId?: string): Promise<void>
  /** Signs a person in without the email, with or without a chosen customer. */
  signIn(person: { userId: string }, company?: { id: string }): Promise<Client>
}

export const makeVendorCompany = async (): Promise<TestVendorCompany> => {
  const id = newId()
  const name = `Vendor company ${id.slice(-6)}`
  const now = Date.now()
  await run('INSERT INTO vendor_companies (id, name, created_at) VALUES (?, ?, ?)', id, name, now)
  const join = (userId: string, disabledAt: number | null) =>
    run(
      'INSERT INTO vendor_company_members (vendor_company_id, user_id, disabled_at, created_at) VALUES (?, ?, ?, ?)',
      id,
      userId,
      disabledAt,
      now,
    )
  return {
    id,
    name,
    addPerson: async ({ email, disabled = false } = {}) => {
      const userId = newId()
      const address = email ?? `${userId}@vendors.test`
      await run(
        "INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, 'Vera', 'Vendor', ?)",
        userId,
        address,
        now,
      )
      await join(userId, disabled ? now : null)
      return { userId, email: address, name: 'Vera Vendor' }
    },
    join: async ({ userId }) => {
      await join(userId, null)
    },
    sellTo: async (company, vendorId) => {
      await run(
        'INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?, ?, ?, ?)',
        id,
        company.id,
        vendorId ?? null,
        now,
      )
    },
    signIn: async ({ userId }, company) => {
      const token = newVendorSecret()
      await run(
        `INSERT INTO vendor_sessions (token_hash, user_id, vendor_company_id, company_id, created_at, last_seen_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)`,
        sha256Hex(token),
        userId,
        id,
        company?.id ?? null,
        now,
        now + 3_600_000,
      )
      return new Client(`__Host-outlay_session=${token}`)
    },
  }
}
