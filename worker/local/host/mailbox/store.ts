import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Attachment {
  filename: string
  contentType: string
  /** Base64. */
  content: string
}

export interface Mail {
  id: string
  /** ISO 8601. */
  createdAt: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string[]
  subject: string
  html: string | undefined
  text: string | undefined
  headers: Record<string, string>
  tags: { name: string; value: string }[]
  attachments: Attachment[]
  /** The request of this email, to recognize repeats with the same idempotency key. */
  sentWith?: { key: string; payload: string; index: number; count: number }
}

interface Sent {
  payload: string
  ids: string[]
  at: number
}

const keyLifetime = 24 * 60 * 60 * 1000

/** The emails of this machine, one JSON file each, so that they survive restarts. */
export class Mailbox {
  readonly #folder: string
  readonly #mails: Mail[] = []
  readonly #sent = new Map<string, Sent>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(folder).sort()) {
      const mail = file.endsWith('.json') ? readMail(join(folder, file)) : undefined
      if (mail) this.#mails.push(mail)
    }
    this.#recallKeys()
  }

  /** Stores the emails of one request and returns their ids. */
  add(mails: Mail[], request?: { key: string; payload: string }): string[] {
    mails.forEach((mail, index) => {
      // Never the same time twice, because names sort by time.
      const last = Date.parse(this.#mails.at(-1)?.createdAt ?? '') || 0
      mail.createdAt = new Date(Math.max(Date.now(), last + 1)).toISOString()
      if (request) mail.sentWith = { ...request, index, count: mails.length }
      const file = join(this.#folder, fileName(mail))
      writeFileSync(`${file}.tmp`, JSON.stringify(mail))
      renameSync(`${file}.tmp`, file)
      this.#mails.push(mail)
    })
    const ids = mails.map((mail) => mail.id)
    if (request) this.#sent.set(request.key, { payload: request.payload, ids, at: Date.now() })
    return ids
  }

  /** Newest first. `to` matches part of any recipient's address, ignoring case. */
  list(to = ''): Mail[] {
    const wanted = to.trim().toLowerCase()
    const matches = (mail: Mail) =>
      [...mail.to, ...mail.cc, ...mail.bcc].some((address) => address.toLowerCase().includes(wanted))
    return this.#mails.filter((mail) => !wanted || matches(mail)).toReversed()
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }

  /** What was sent with this key in the last day. */
  sentWith(key: string): Sent | undefined {
    const sent = this.#sent.get(key)
    return sent && Date.now() - sent.at < keyLifetime ? sent : undefined
  }

  /** Deletes the emails. Their keys stay known, as at the provider. */
  clear(): void {
    for (const mail of this.#mails) rmSync(join(this.#folder, fileName(mail)), { force: true })
    this.#mails.length = 0
  }

  #recallKeys(): void {
    for (const { id, createdAt, sentWith } of this.#mails) {
      if (!sentWith) continue
      const sent = this.#sent.get(sentWith.key) ?? { payload: sentWith.payload, ids: [], at: Date.parse(createdAt) }
      sent.ids[sentWith.index] = id
      this.#sent.set(sentWith.key, sent)
    }
  }
}

function fileName(mail: Mail): string {
  return `${mail.createdAt.replaceAll(/[:.]/g, '-')}-${mail.id}.json`
}

function readMail(file: string): Mail | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Mail
  } catch {
    return undefined
  }
}
