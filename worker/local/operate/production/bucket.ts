import { createHash, createHmac } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { Problem } from '../../host/problem.ts'
import type { FileStore, StoredFile } from './copy-files.ts'

/** A bucket of R2 by its S3 interface. https://developers.cloudflare.com/r2/api/s3/api/ */

interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

interface SignedCall extends Keys {
  method: string
  url: URL
  /** In lowercase, beside the host. */
  headers: Record<string, string>
  /** Hexadecimal, of the body. */
  sha256: string
  region: string
  at: Date
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Encodes a part of an address as the signature asks for it: all but unreserved characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS Signature Version 4: the headers of a call. */
export const signedHeaders = (call: SignedCall): Record<string, string> => {
  const time = `${call.at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const scope = `${time.slice(0, 8)}/${call.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...call.headers,
    host: call.url.host,
    'x-amz-content-sha256': call.sha256,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const query = [...call.url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const canonical = [
    call.method,
    call.url.pathname,
    query,
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    call.sha256,
  ].join('\n')
  const day = hmac(`AWS4${call.secretAccessKey}`, time.slice(0, 8))
  const key = hmac(hmac(hmac(day, call.region), 's3'), 'aws4_request')
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${call.accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

const entry = z.object({ Key: z.string(), Size: z.coerce.number(), ETag: z.string() })
const page = z.object({
  ListBucketResult: z.object({
    Contents: z.array(entry).default([]),
    IsTruncated: z.stringbool().default(false),
    NextContinuationToken: z.string().optional(),
  }),
})
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

interface Place extends Keys {
  account: string
  bucket: string
  fetch: typeof fetch
}

/** Throws a Problem for what the bucket refuses. */
export const openBucket = ({ account, bucket, fetch: call, ...keys }: Place): FileStore => {
  const ask = async (
    method: string,
    key: string,
    query: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const path = key.split('/').map(encoded).join('/')
    const url = new URL(`https://${account}.r2.cloudflarestorage.com/${encoded(bucket)}${key ? `/${path}` : ''}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signing = { method, url, headers: {}, sha256: sha256(body ?? ''), region: 'auto', at: new Date() }
    const response = await call(url, { method, headers: signedHeaders({ ...keys, ...signing }), ...(body && { body }) })
    if (!response.ok)
      throw new Problem(`The bucket ${bucket} answered ${response.status} to ${key ? `${method} ${key}` : 'a list'}.`)
    return response
  }
  return {
    async *list() {
      for (let token: string | undefined, isMore = true; isMore; ) {
        const query = { 'list-type': '2', ...(token && { 'continuation-token': token }) }
        const { ListBucketResult: found } = page.parse(parser.parse(await (await ask('GET', '', query)).text()))
        yield found.Contents.map(
          ({ Key: name, Size: bytes, ETag }): StoredFile => ({ name, bytes, hash: ETag.replaceAll(/&quot;|"/g, '') }),
        )
        token = found.NextContinuationToken
        isMore = found.IsTruncated
      }
    },
    read: async (name) => new Uint8Array(await (await ask('GET', name)).arrayBuffer()),
    write: async (name, content) => {
      await ask('PUT', name, {}, content)
    },
  }
}
