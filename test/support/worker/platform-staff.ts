import { env } from 'cloudflare:workers'
import { newId } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { type Client, signIn, type TestPerson } from './world.ts'

/** Where platform staff are members. */
export const STAFF_COMPANY = { id: 'platform-staff' }

/** An address that the tests' configuration lists, used by no test that ends what it has. */
const EMAIL = 'desk@outlay.test'

/** The account that asking for a login link makes. */
export const makePlatformStaff = async (): Promise<TestPerson> => {
  const userId = `staff-${sha256Hex(EMAIL).slice(0, 32)}`
  await env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO companies (id, name, email_short_name, flags, created_at)
       VALUES ('platform-staff', 'Outlay staff', 'platform-staff', '{}', 0)`,
    ),
    env.DB.prepare(
      `INSERT OR IGNORE INTO users (id, email, first_name, last_name, created_at, is_platform_staff)
       VALUES (?, ?, 'desk', '', 0, 1)`,
    ).bind(userId, EMAIL),
    env.DB.prepare(
      `INSERT OR IGNORE INTO company_memberships (company_id, user_id, created_at) VALUES ('platform-staff', ?, 0)`,
    ).bind(userId),
  ])
  return { userId, email: EMAIL, name: 'desk' }
}

export const signInAsStaff = async (): Promise<Client> => signIn(STAFF_COMPANY, await makePlatformStaff())

/** An image that staff have uploaded, by its key. */
export const uploadedLogo = async (): Promise<string> => {
  const { userId } = await makePlatformStaff()
  const key = `${newId()}.png`
  await env.DB.prepare(
    `INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at, received_at, size, mime_type)
     VALUES (?, 'platform-staff', ?, 'logo.png', 1, 1, 10, 'image/png')`,
  )
    .bind(key, userId)
    .run()
  return key
}
