import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { send } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** One pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

let staff: Client
beforeAll(async () => {
  staff = await signInAsStaff()
})

const base = (companyId: string) => `/api/super-admin/company-logo/${companyId}`

const granted = async (companyId: string, fileName: string) => {
  const { body } = await staff.post(`${base(companyId)}/upload-url`, { fileName })
  return { url: body.url, ...JSON.parse(body.fieldsJson) }
}
const upload = async (companyId: string, fileName = 'logo.png', bytes: BlobPart = PNG): Promise<string> => {
  const grant = await granted(companyId, fileName)
  const sent = await send(staff, grant, bytes)
  expect({ status: sent.status, body: sent.body }).toEqual({ status: 204, body: '' })
  return grant.key
}

describe('the logos of a company', () => {
  it('an uploaded picture is shown to its members and to staff until it is deleted', async () => {
    const company = await makeCompany([])
    const member = await signIn(company, await company.addPerson())
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    for (const variant of ['light', 'dark']) {
      const fileName = await upload(company.id)
      expect((await staff.post(base(company.id), { fileName, variant })).status).toBe(200)
    }
    const own = (await member.get('/api/company-logo-signed-url')).body
    expect((await member.get(own.lightLogoUrl)).status).toBe(200)
    const seen = (await staff.get(`${base(company.id)}/signed-url`)).body
    expect((await staff.get(seen.darkLogoUrl)).headers.get('Content-Type')).toBe('image/png')
    // A signed address is its holder's.
    expect((await member.get(seen.darkLogoUrl)).status).toBe(404)

    expect((await staff.call('DELETE', `${base(company.id)}?variant=light`)).status).toBe(200)
    expect((await member.get('/api/company-logo-signed-url')).body).toEqual({
      lightLogoUrl: null,
      darkLogoUrl: expect.stringContaining('/files/'),
    })
    expect((await staff.call('DELETE', base(company.id))).status).toBe(200)
    expect((await staff.get(`${base(company.id)}/signed-url`)).body).toEqual({ lightLogoUrl: null, darkLogoUrl: null })
    const messages = (await admin.get('/api/audit-logs/company')).body.edges.map(
      ({ node }: { node: { message: string } }) => node.message,
    )
    expect(messages).toEqual([
      'Removed the logo for dark backgrounds',
      'Removed the logo for light backgrounds',
      'Set the logo for dark backgrounds',
      'Set the logo for light backgrounds',
    ])
  })

  it('the name of the upload is enough, as the specification words it', async () => {
    const company = await makeCompany([])
    await upload(company.id, 'acme-logo.png')
    expect((await staff.post(base(company.id), { fileName: 'acme-logo.png', variant: 'light' })).status).toBe(200)
    expect((await staff.get(`${base(company.id)}/signed-url`)).body.lightLogoUrl).toContain('/files/')
  })

  it('a picture that another replaces is removed with abandoned uploads', async () => {
    const company = await makeCompany([])
    const first = await upload(company.id)
    await staff.post(base(company.id), { fileName: first })
    const second = await upload(company.id)
    await staff.post(base(company.id), { fileName: second })
    const abandoned = await rows<{ key: string }>(
      'SELECT storage_key AS key FROM uploads WHERE document_id IS NULL AND created_at = 0 AND storage_key IN (?, ?)',
      first,
      second,
    )
    expect(abandoned).toEqual([{ key: first }])
    expect(await env.DOCUMENTS.head(second)).not.toBeNull()
  })

  it('one picture can’t become the logo of two companies', async () => {
    const [one, two] = [await makeCompany([]), await makeCompany([])]
    const fileName = await upload(one.id)
    expect((await staff.post(base(one.id), { fileName })).status).toBe(200)
    expect(fieldsOf(await staff.post(base(two.id), { fileName }))).toEqual({ fileName: 'Error uploading file' })
  })

  it('anything but a small PNG or JPEG is refused', async () => {
    const company = await makeCompany([])
    const refused = await staff.post(`${base(company.id)}/upload-url`, { fileName: 'logo.svg' })
    expect(fieldsOf(refused)).toEqual({ fileName: 'Choose a PNG or JPEG image' })
    const grant = await granted(company.id, 'logo.png')
    expect(codeOf(await send(staff, grant, 'no picture'))).toBe('INVALID')
    const large = new Uint8Array(1024 * 1024 + 1)
    large.set(PNG)
    expect(codeOf(await send(staff, await granted(company.id, 'logo.png'), large))).toBe('INVALID')
    expect((await staff.post(base(company.id), { fileName: grant.key })).status).toBe(400)
  })
})
