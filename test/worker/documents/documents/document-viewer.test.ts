import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { hmacHex } from '../../../../worker/core/hash.ts'
import { removeAbandonedUploads } from '../../../../worker/features/documents/documents/remove-unused.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { create, DOCX, grant, makeDocument, send } from '../../../support/worker/uploads.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

let member: Client
beforeAll(async () => {
  const company = await makeCompany()
  member = await signIn(company, await company.addPerson())
})

const addressOf = async (id: string): Promise<URL> =>
  new URL((await member.get(`/api/documents/${id}`)).body.signedViewerUrl)
const open = (url: URL) => anonymous.get(`${url.pathname}${url.search}`)
const word = () => makeDocument(member, 'Terms.docx', { fileName: 'Terms.docx', bytes: DOCX })

describe('the address for the external viewer', () => {
  it('the address serves the file without a session, as a download that isn’t cached', async () => {
    const answer = await open(await addressOf(await word()))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('only office files get an address, and files shown in the app stay behind the session', async () => {
    const { body } = await member.get(`/api/documents/${await makeDocument(member)}`)
    expect(body.signedViewerUrl).toBeNull()
    expect(body.signedPreviewUrl).not.toBeNull()
  })

  it('an altered address, one for another file, or one made from a download’s address doesn’t work', async () => {
    const [url, other] = [await addressOf(await word()), await addressOf(await word())]
    const altered = [
      (u: URL) => u.searchParams.set('signature', '0'.repeat(64)),
      (u: URL) => u.searchParams.set('expires', String(Date.now() + 86_400_000)),
      (u: URL) => {
        u.pathname = other.pathname
      },
    ]
    for (const alter of altered) {
      const changed = new URL(url)
      alter(changed)
      expect((await open(changed)).status).toBe(404)
    }
    const { body } = await member.get(`/api/documents/${await word()}`)
    const download = new URL(body.signedDownloadUrl, 'https://outlay.test')
    download.pathname = download.pathname.replace('/files/', '/public-api/files/')
    // It says how the file is shown, which the viewer's address doesn't.
    expect((await open(download)).status).toBe(400)
  })

  it('the address expires and says so', async () => {
    const url = await addressOf(await word())
    const key = url.pathname.split('/').at(-1)
    const expires = Date.now() - 1
    const signature = await hmacHex(env.OUTLAY_SIGNING_KEY, ['view', key, expires].join('\n'))
    url.search = `?expires=${expires}&signature=${signature}`
    expect((await open(url)).body).toMatchObject({
      reason: 'URL_EXPIRED',
      message: 'This address has expired. Open the document again.',
    })
  })
})

describe('an upload that breaks off', () => {
  it('the upload creates no document, can be sent again, and leaves nothing behind after a day', async () => {
    const granted = await grant(member, 'half.pdf')
    const cut = await member.call('POST', granted.url, {
      body: '--x\r\nContent-Disposition: form-data; name="policy"\r\n\r\nab',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    })
    expect(cut.status).toBe(400)
    expect(fieldsOf(await create(member, { name: granted.key }))?.name).toBe('Error uploading file')
    expect((await send(member, granted)).status).toBe(204)
    await run('UPDATE uploads SET created_at = ? WHERE storage_key = ?', Date.now() - 90_000_000, granted.key)
    await removeAbandonedUploads({ env, db: new Database(env.DB), clock: systemClock }, Date.now() - 86_400_000)
    expect(await env.DOCUMENTS.head(granted.key)).toBeNull()
    expect(await rows('SELECT * FROM uploads WHERE storage_key = ?', granted.key)).toEqual([])
    expect(fieldsOf(await create(member, { name: granted.key }))?.name).toBe('Error uploading file')
  })
})
