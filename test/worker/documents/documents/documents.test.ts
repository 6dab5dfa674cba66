import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { hmacHex } from '../../../../worker/core/hash.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { create, grant, makeDocument, PDF, receivedUpload, send } from '../../../support/worker/uploads.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

let requester: Client
let approver: Client
let member: Client
let admin: Client
let stranger: Client
let category: Category
let companyId: string

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  const [r, a, m] = [await company.addPerson(), await company.addPerson(), await company.addPerson()]
  const boss = await company.addPerson({ flags: ['hasAdminAccess'] })
  const other = await makeCompany()
  ;[requester, approver, member, admin] = [
    await signIn(company, r),
    await signIn(company, a),
    await signIn(company, m),
    await signIn(company, boss),
  ]
  stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
  category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [a.userId] })]] })
})

const read = (client: Client, id: string) => client.get(`/api/documents/${id}`)
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))
/** The granted policy, changed and signed again, as someone with the stolen key could. */
const signedPolicy = async (policy: string, change: Record<string, unknown>) => {
  const text = btoa(JSON.stringify({ ...JSON.parse(atob(policy)), ...change }))
  return { policy: text, signature: await hmacHex(env.OUTLAY_SIGNING_KEY, `upload\n${text}`) }
}

describe('an upload', () => {
  it('an upload becomes a document that can be read and downloaded unchanged', async () => {
    const key = await receivedUpload(requester)
    const created = await create(requester, {
      name: key,
      displayName: 'Quote 2026.pdf',
      type: ['ORDER_FORM'],
      description: 'From Kestrel',
    })
    const { id } = created.body.data.createDocument
    const { body } = await read(requester, id)
    expect(body).toMatchObject({
      id,
      name: key,
      displayName: 'Quote 2026.pdf',
      mimeType: 'application/pdf',
      size: PDF.byteLength,
      type: ['ORDER_FORM'],
      description: 'From Kestrel',
    })
    const file = await requester.get(body.signedDownloadUrl)
    expect(file.status).toBe(200)
    expect(bytesOf(file.body)).toEqual(PDF)
    expect(file.headers.get('Content-Type')).toBe('application/pdf')
    expect(file.headers.get('Content-Disposition')).toContain('attachment; filename="Quote 2026.pdf"')
    expect(file.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const preview = await requester.get(body.signedPreviewUrl)
    expect(preview.headers.get('Content-Disposition')).toMatch(/^inline/)
  })

  it.each(['quote.exe', 'quote', 'quote.pdf.html', 'quote.svg', 'quote.constructor', 'quote.__proto__'])(
    'a file called %s is not granted an upload',
    async (fileName) => {
      const answer = await requester.graphql('mutation ($f: String!) { getSignedUploadUrl(fileName: $f) { url } }', {
        f: fileName,
      })
      expect(codeOf(answer)).toBe('INVALID')
      expect(fieldsOf(answer).fileName).toBe('File type is not allowed.')
    },
  )

  it('a file whose content doesn’t match its name is refused and not kept', async () => {
    const cases: [string, Uint8Array<ArrayBuffer>][] = [
      ['quote.pdf', bytesOf('MZ\x90\x00 a program')],
      ['quote.pdf', bytesOf('<html><script>alert(1)</script></html>')],
      ['quote.png', PDF],
      ['quote.docx', bytesOf('PK\x03\x04 a zip of something else')],
    ]
    for (const [fileName, bytes] of cases) {
      const granted = await grant(requester, fileName)
      const answer = await send(requester, granted, bytes)
      expect(fieldsOf(answer).file).toBe('The file’s content doesn’t match its type.')
      expect(await env.DOCUMENTS.head(granted.key)).toBeNull()
      expect(fieldsOf(await create(requester, { name: granted.key })).name).toBe('Error uploading file')
    }
  })

  it('an empty file is refused', async () => {
    expect(fieldsOf(await send(requester, await grant(requester), new Uint8Array())).file).toBe('The file is empty.')
  })

  it('a file over the size limit is refused, by declared and by actual size', async () => {
    const granted = await grant(requester)
    expect(JSON.parse(atob(granted.policy)).maxBytes).toBe(52_428_800)
    const small = { ...granted, ...(await signedPolicy(granted.policy, { maxBytes: 10 })) }
    expect(fieldsOf(await send(requester, small)).file).toBe('The file is larger than 50 MB.')
    const form = new FormData()
    form.set('file', new File([PDF], 'x'))
    const headers = { 'Content-Length': String(MAX_UPLOAD_BYTES + 20_000) }
    const answer = await requester.call('POST', granted.url, { body: form, headers })
    expect(fieldsOf(answer).file).toBe('The file is larger than 50 MB.')
  })

  it('an altered policy, a wrong signature and someone else’s grant look like a missing upload', async () => {
    const granted = await grant(requester)
    const altered = btoa(JSON.stringify({ ...JSON.parse(atob(granted.policy)), fileName: 'x.png', maxBytes: 1e12 }))
    const wrong = [
      { ...granted, policy: altered },
      { ...granted, signature: '0'.repeat(64) },
      { ...granted, signature: 'no signature' },
    ]
    for (const attempt of wrong) expect((await send(requester, attempt)).status).toBe(404)
    for (const thief of [member, stranger, admin]) expect((await send(thief, granted)).status).toBe(404)
    expect((await send(anonymous, granted)).status).toBe(401)
    expect(await env.DOCUMENTS.head(granted.key)).toBeNull()
    expect((await send(requester, granted)).status).toBe(204)
  })

  it('an upload must begin within ten minutes', async () => {
    const granted = await grant(requester)
    const { expires } = JSON.parse(atob(granted.policy))
    expect(expires - Date.now()).toBeLessThanOrEqual(600_000)
    const late = { ...granted, ...(await signedPolicy(granted.policy, { expires: Date.now() - 1 })) }
    expect((await send(requester, late)).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'URL_EXPIRED' })
  })

  it('an upload sent twice at once becomes one document', async () => {
    const key = await receivedUpload(requester)
    const answers = await Promise.all([1, 2, 3].map(() => create(requester, { name: key })))
    expect(answers.filter((answer) => codeOf(answer) === 'OK')).toHaveLength(1)
    expect(await rows('SELECT id FROM documents WHERE storage_key = ?', key)).toHaveLength(1)
  })

  it('an upload can’t replace the file of an existing document', async () => {
    const granted = await grant(requester)
    await send(requester, granted)
    const created = await create(requester, { name: granted.key })
    const { body } = await read(requester, created.body.data.createDocument.id)
    const swapped = await send(requester, granted, bytesOf('%PDF-1.7 something else altogether'))
    expect(swapped.status).toBe(409)
    expect(bytesOf((await requester.get(body.signedDownloadUrl)).body)).toEqual(PDF)
  })
})

describe('the signed address of a file', () => {
  const address = async () => {
    const { body } = await read(requester, await makeDocument(requester))
    return { url: new URL(body.signedDownloadUrl, 'https://outlay.test'), body }
  }
  const open = (client: Client, url: URL) => client.get(`${url.pathname}${url.search}`)

  it('the address works only for the company it was made for', async () => {
    const { url } = await address()
    expect((await open(requester, url)).status).toBe(200)
    expect((await open(stranger, url)).status).toBe(404)
    expect((await open(anonymous, url)).status).toBe(401)
  })

  it('an address with anything changed doesn’t work', async () => {
    const { url, body } = await address()
    const second = await receivedUpload(requester)
    const changes: ((url: URL) => void)[] = [
      (u) => u.searchParams.set('signature', '0'.repeat(64)),
      (u) => u.searchParams.set('signature', ''),
      (u) => u.searchParams.set('disposition', 'inline'),
      (u) => u.searchParams.set('fileName', 'other.pdf'),
      (u) => u.searchParams.delete('fileName'),
      (u) => u.searchParams.set('expires', String(Date.now() + 86_400_000)),
      (u) => {
        u.pathname = `/files/${second}`
      },
    ]
    for (const change of changes) {
      const altered = new URL(url)
      change(altered)
      expect((await open(requester, altered)).status).toBe(404)
    }
    expect(body.signedDownloadUrl).not.toContain(companyId)
  })

  it('the address expires after ten minutes', async () => {
    const { url } = await address()
    expect(Number(url.searchParams.get('expires')) - Date.now()).toBeLessThanOrEqual(11 * 60_000)
    const key = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    const expires = Date.now() - 1
    const { uploadedByUser } = (await read(requester, await makeDocument(requester))).body
    const payload = ['file', companyId, uploadedByUser.id, key, 'inline', '', expires].join('\n')
    const signature = await hmacHex(env.OUTLAY_SIGNING_KEY, payload)
    const answer = await requester.get(`/files/${key}?disposition=inline&expires=${expires}&signature=${signature}`)
    expect(answer.body).toMatchObject({ code: 'RULE_BROKEN', reason: 'URL_EXPIRED' })
  })

  it.each([
    ['quote"; filename="evil.html.pdf', 'quote"; filename="evil.html.pdf'],
    ['line\r\nSet-Cookie: a=b.pdf', 'line Set-Cookie: a=b.pdf'],
    ['../../etc/passwd.pdf', '.._.._etc_passwd.pdf'],
    ['Übergrößenträger – 発注書 🙂.pdf', 'Übergrößenträger – 発注書 🙂.pdf'],
    ["it's (a) *star*.pdf", "it's (a) *star*.pdf"],
    ['\ud800 half a character.pdf', '\ufffd\ufffd\ufffd half a character.pdf'],
    ['%0d%0aX: y.pdf', '%0d%0aX: y.pdf'],
  ])('a file called %j is served under a harmless name', async (displayName, saved) => {
    const { body } = await read(requester, await makeDocument(requester, displayName))
    const answer = await requester.get(body.signedDownloadUrl)
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toEqual({ status: 200, cookies: [] })
    const header = answer.headers.get('Content-Disposition') ?? ''
    expect(header).toMatch(/^attachment; filename="[\w. -]+"(; filename\*=UTF-8''[\w.~!%-]+)?$/)
    const [, plain, , extended] = /filename="([^"]+)"(; filename\*=UTF-8''(.+))?$/.exec(header) ?? []
    expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(saved)
  })

  it('a file is saved with the checked type, whatever the document’s name', async () => {
    const names = { 'setup.exe': 'setup.exe.pdf', Quote: 'Quote.pdf', 'page.html': 'page.html.pdf', 'A.PDF': 'A.PDF' }
    for (const [displayName, saved] of Object.entries(names)) {
      const { body } = await read(requester, await makeDocument(requester, displayName))
      const header = (await requester.get(body.signedDownloadUrl)).headers.get('Content-Disposition')
      expect(header).toContain(`filename="${saved}"`)
    }
  })
})

describe('documents of a request', () => {
  it('the request’s approvers can read its documents, and other members and companies can’t', async () => {
    const id = await makeDocument(requester)
    for (const client of [approver, member, stranger]) expect((await read(client, id)).status).toBe(404)
    await file(requester, category.id, { title: 'With a quote', files: [id] })
    expect((await read(approver, id)).status).toBe(200)
    for (const client of [member, stranger]) {
      expect((await read(client, id)).status).toBe(404)
      expect((await client.get(`/api/global/documents-from-ids?documentId[]=${id}`)).body).toEqual([])
      expect((await client.graphql('{ documents { edges { node { id } } } }')).body.data.documents.edges).toEqual([])
    }
  })

  it('a signed address works only for its person, and only while they may read the document', async () => {
    const id = await makeDocument(requester)
    await file(requester, category.id, { title: 'With a quote', files: [id] })
    const { signedDownloadUrl } = (await read(approver, id)).body
    expect((await approver.get(signedDownloadUrl)).status).toBe(200)
    for (const client of [member, requester, admin]) expect((await client.get(signedDownloadUrl)).status).toBe(404)
    const free = await makeDocument(requester)
    const own = (await read(requester, free)).body.signedDownloadUrl
    await requester.call('DELETE', `/api/documents/${free}`)
    expect((await requester.get(own)).status).toBe(404)
  })

  it('documents are listed by their ids in the requested company', async () => {
    const id = await makeDocument(requester)
    const listed = async (companyId: string) =>
      (await requester.get(`/api/global/documents-from-ids?documentId[]=${id}&companyId=${companyId}`)).body
    expect(await listed(companyId)).toMatchObject([{ id }])
    expect(await listed('another-company')).toEqual([])
  })

  it('documents stay with the request once filed, and can be deleted only before', async () => {
    const [filed, free] = [await makeDocument(requester), await makeDocument(requester)]
    await file(requester, category.id, { title: 'Keeps it', files: [filed] })
    expect((await requester.call('DELETE', `/api/documents/${filed}`)).body).toMatchObject({ reason: 'IN_USE' })
    expect((await admin.call('DELETE', `/api/documents/${filed}`)).status).toBe(422)
    expect((await requester.call('DELETE', `/api/documents/${free}`)).status).toBe(204)
    expect((await read(requester, free)).status).toBe(404)
    expect((await requester.call('DELETE', `/api/documents/${free}`)).status).toBe(404)
    const refused = await save(requester, category.id, { title: 'Too late', files: [free] })
    expect(fieldsOf(refused).files).toMatch(/no longer available/)
  })

  it('documents in a refused filing don’t count as filed', async () => {
    const company = await makeCompany()
    const only = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const own = await makeDocument(only)
    const nobody = await makeCategory(only, { levels: [[rule('manager', { approverType: 'MANAGER_APPROVER' })]] })
    const refused = await save(only, nobody.id, { title: 'Nobody approves', files: [own] })
    expect(refused.body).toMatchObject({ code: 'RULE_BROKEN', reason: 'NOBODY_CAN_APPROVE' })
    expect((await only.call('DELETE', `/api/documents/${own}`)).status).toBe(204)
  })

  it('guessing ids doesn’t file other people’s documents', async () => {
    const id = await makeDocument(requester)
    for (const client of [member, approver]) {
      const answer = await save(client, category.id, { title: 'Stolen', files: [id] })
      expect(fieldsOf(answer).files).toMatch(/no longer available/)
      expect((await read(client, id)).status).toBe(404)
    }
  })

  it('an edit by someone who sees the request keeps its documents', async () => {
    const document = await makeDocument(requester)
    const answers = { title: 'Edited by an admin', files: [document] }
    const id = await file(requester, category.id, answers)
    const edited = await save(admin, category.id, { ...answers, title: 'Better' }, { id, version: 1 })
    expect(edited.body).toMatchObject({ complete: true, version: 2 })
  })
})
