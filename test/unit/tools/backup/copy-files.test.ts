import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBucket, signedHeaders } from '../../../../worker/local/operate/production/bucket.ts'
import { copyFiles } from '../../../../worker/local/operate/production/copy-files.ts'
import { openFileFolder } from '../../../../worker/local/operate/production/file-folder.ts'

/** The example account of the signature's documentation. */
const KEYS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

describe('the signature of a call', () => {
  const signature = (path: string, headers: Record<string, string> = {}) =>
    signedHeaders({
      ...KEYS,
      ...{ method: 'GET', url: new URL(`https://examplebucket.s3.amazonaws.com/${path}`), headers, sha256: EMPTY },
      ...{ region: 'us-east-1', at: new Date('2013-05-24T00:00:00Z') },
    }).authorization?.split('Signature=')[1]

  it('a call is signed as in the examples that S3 documents, for a file and for a list', () => {
    const range = { range: 'bytes=0-9' }
    expect(signature('test.txt', range)).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
    const list = '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'
    expect(signature('?max-keys=2&prefix=J')).toBe(list)
  })
})

/** R2's S3 interface, of buckets in memory, a list of two at a time. */
const standIn = (buckets: Record<string, Map<string, Uint8Array>>): typeof fetch => {
  return async (input, init) => {
    const url = new URL(String(input))
    expect(new Headers(init?.headers).get('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA/)
    expect(url.host).toBe('acc.r2.cloudflarestorage.com')
    const [, bucket = '', ...rest] = url.pathname.split('/')
    const files = buckets[bucket]
    if (!files) return new Response('', { status: 404 })
    const key = rest.map(decodeURIComponent).join('/')
    if (init?.method === 'PUT') {
      files.set(key, new Uint8Array(init.body as Uint8Array<ArrayBuffer>))
      return new Response('')
    }
    if (key) {
      const found = files.get(key)
      return found ? new Response(new Uint8Array(found)) : new Response('', { status: 404 })
    }
    const at = Number(url.searchParams.get('continuation-token') ?? 0)
    const all = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const contents = all.slice(at, at + 2).map(([name, content]) => {
      const hash = createHash('md5').update(content).digest('hex')
      const text = name.replaceAll('&', '&amp;')
      return `<Contents><Key>${text}</Key><Size>${content.byteLength}</Size><ETag>&quot;${hash}&quot;</ETag></Contents>`
    })
    const isMore = at + 2 < all.length
    const next = isMore ? `<NextContinuationToken>${at + 2}</NextContinuationToken>` : ''
    return new Response(
      `<?xml version="1.0"?><ListBucketResult>${contents.join('')}<IsTruncated>${isMore}</IsTruncated>${next}</ListBucketResult>`,
    )
  }
}

const text = (content: string) => new TextEncoder().encode(content)
const NAMES = ['c1/a.pdf', 'c1/Größe & Preis.txt', 'c2/0001', 'c2/..outside', 'c2/(b)+.csv']

describe('copying files', () => {
  let folder: string
  let buckets: { from: Map<string, Uint8Array>; to: Map<string, Uint8Array> }
  const open = (bucket: string) => openBucket({ ...KEYS, account: 'acc', bucket, fetch: standIn(buckets) })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'copy-files-'))
    buckets = { from: new Map(NAMES.map((name) => [name, text(`what is in ${name}`)])), to: new Map() }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const copy = (to = open('to'), isOnlyVerified = false) => copyFiles(open('from'), to, isOnlyVerified, () => {})

  it('every file is in the copy afterwards, and a second run copies nothing', async () => {
    expect(await copy()).toMatchObject({ files: 5, copied: 5, faults: [] })
    expect([...buckets.to.keys()].toSorted()).toEqual(NAMES.toSorted())
    expect(await copy()).toMatchObject({ files: 5, copied: 0, faults: [] })
  })

  it('what was deleted since stays in the copy, and what is new is added', async () => {
    await copy()
    buckets.from.delete('c1/a.pdf')
    buckets.from.set('c3/new', text('new'))
    expect(await copy()).toMatchObject({ files: 5, copied: 1, faults: [] })
    expect(buckets.to.size).toBe(6)
  })

  it('a file that is missing or was changed in the copy is named, and never overwritten', async () => {
    await copy()
    buckets.to.delete('c2/0001')
    buckets.to.set('c1/a.pdf', text('what is in C1/a.pdf'))
    expect((await copy(open('to'), true)).faults).toEqual([
      'c1/a.pdf has another content in the copy.',
      'c2/0001 is missing in the copy.',
    ])
    expect((await copy()).faults).toEqual(['c1/a.pdf has another content in the copy.'])
  })

  it('a folder has each file byte for byte, none outside of it, and what broke off is copied again', async () => {
    const to = join(folder, 'copy')
    mkdirSync(to)
    writeFileSync(join(to, 'c1%2Fa%2Epdf.part'), 'half')
    expect(await copy(openFileFolder(to))).toMatchObject({ copied: 5, faults: [] })
    expect(readdirSync(folder)).toEqual(['copy'])
    expect(readdirSync(to)).toHaveLength(5)
    writeFileSync(join(to, 'c1%2Fa%2Epdf'), 'another')
    expect((await copy(openFileFolder(to), true)).faults).toEqual(['c1/a.pdf has another content in the copy.'])
  })

  it('a bucket that refuses is a failure in words', async () => {
    await expect(copy(open('missing'))).rejects.toThrow('The bucket missing answered 404 to a list.')
  })
})
