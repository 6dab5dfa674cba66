import { strToU8, zipSync } from 'fflate'
import { newId } from '../../../worker/core/clock.ts'
import type { Answer, Client } from './world.ts'

export const PDF = new Uint8Array(new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'))

export interface Grant {
  url: string
  key: string
  policy: string
  signature: string
}

export const grant = async (client: Client, fileName = 'quote.pdf'): Promise<Grant> => {
  const answer = await client.graphql(
    'mutation ($f: String!) { getSignedUploadUrl(fileName: $f) { url fieldsJson } }',
    {
      f: fileName,
    },
  )
  const granted = answer.body?.data?.getSignedUploadUrl
  if (!granted) throw new Error(`The grant answered ${JSON.stringify(answer.body)}`)
  return { url: granted.url, ...JSON.parse(granted.fieldsJson) }
}

export const send = (client: Client, { url, policy, signature }: Grant, bytes: BlobPart = PDF): Promise<Answer> => {
  const form = new FormData()
  form.set('policy', policy)
  form.set('signature', signature)
  form.set('file', new File([bytes], 'ignored.bin'))
  return client.call('POST', url, { body: form })
}

export const create = (client: Client, input: Record<string, unknown>, commandId?: string): Promise<Answer> =>
  client.graphql(
    'mutation ($i: CreateDocumentInput!) { createDocument(input: $i) { id } }',
    { i: { displayName: 'Quote', ...input } },
    commandId,
  )

interface SentFile {
  fileName: string
  bytes: BlobPart
}

/** A received upload without a document yet: its storage key. */
export const receivedUpload = async (client: Client, file?: SentFile): Promise<string> => {
  const granted = await grant(client, file?.fileName)
  const sent = await send(client, granted, file?.bytes)
  if (sent.status !== 204) throw new Error(`The upload answered ${JSON.stringify(sent.body)}`)
  return granted.key
}

export const makeDocument = async (
  client: Client,
  displayName = `Quote ${newId()}`,
  file?: SentFile,
): Promise<string> => {
  const answer = await create(client, { name: await receivedUpload(client, file), displayName })
  const id = answer.body?.data?.createDocument?.id
  if (!id) throw new Error(`Creating a document answered ${JSON.stringify(answer.body)}`)
  return id
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A small Word file with these paragraphs. */
export const docxOf = (...paragraphs: string[]) => {
  const body = `<w:document><w:body>${paragraphs.map(paragraph).join('')}</w:body></w:document>`
  return new Uint8Array(zipSync({ 'word/document.xml': strToU8(body) }))
}
export const DOCX = docxOf('A quote')
