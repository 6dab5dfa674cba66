import { vi } from 'vitest'
import type { BookDocument, BookObject } from '../../../../schema/platform/accounting/books.ts'
import type { BooksAccess, BooksPage, BooksPart } from '../../../../worker/core/books.ts'
import type { Env } from '../../../../worker/env.ts'
import { netsuiteBooks } from '../../../../worker/integrations/netsuite/books.ts'
import { SeededBooks, SMALL } from '../../../../worker/local/host/stand-ins/books/index.ts'
import { LOCAL_NETSUITE, Netsuite } from '../../../../worker/local/host/stand-ins/netsuite/index.ts'

/** A company's books at the stand-in, and the access to them. */

export const NOW = Date.UTC(2026, 10, 20, 12)

export const TOKEN = (({ consumerKey, consumerSecret, tokenId, tokenSecret }) =>
  JSON.stringify({ kind: 'TBA', consumerKey, consumerSecret, tokenId, tokenSecret }))(LOCAL_NETSUITE)

export interface There {
  netsuite: Netsuite
  books: SeededBooks
  access: BooksAccess
  /** Lets time pass. */
  wait(ms: number): void
}

/** @param rest what is different from the usual access */
export const booksThere = (rest: Partial<BooksAccess> = {}, options: { hasSubsidiaries?: boolean } = {}): There => {
  let now = NOW
  const books = new SeededBooks(SMALL, () => now)
  const netsuite = new Netsuite(books, { now: () => now, ...options })
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => netsuite.answer(new Request(input, init)))
  const access: BooksAccess = {
    accountId: LOCAL_NETSUITE.accountId,
    secret: TOKEN,
    renew: () => Promise.reject(new Error('A token is never renewed')),
    permit: () => Promise.resolve(),
    useSoap: false,
    now: () => now,
    env: {} as Env,
    ...rest,
  }
  return {
    ...{ netsuite, books, access },
    wait: (ms) => {
      now += ms
    },
  }
}

/** Lets the first calls reach NetSuite at the same moment: once there are as many as `count`. */
export const atOnce = ({ netsuite }: There, count: number): void => {
  let waiting = count
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    waiting--
    if (waiting === 0) resolve()
    await promise
    return netsuite.answer(new Request(input, init))
  })
}

export interface All {
  objects: BookObject[]
  documents: BookDocument[]
  deletedObjects: BooksPage['deletedObjects']
  deletedDocuments: BooksPage['deletedDocuments']
  pages: number
}

const MOST_PAGES = 500

const collect = async (
  page: (cursor: string | null) => Promise<BooksPage | null>,
  between?: () => void,
): Promise<All> => {
  const all: All = { objects: [], documents: [], deletedObjects: [], deletedDocuments: [], pages: 0 }
  let cursor: string | null = null
  do {
    const read: BooksPage | null = await page(cursor)
    if (!read) throw new Error('It can’t say any more what has changed')
    all.objects.push(...read.objects)
    all.documents.push(...read.documents)
    all.deletedObjects.push(...read.deletedObjects)
    all.deletedDocuments.push(...read.deletedDocuments)
    if (++all.pages > MOST_PAGES) throw new Error('It never ends')
    cursor = read.next
    if (cursor !== null) between?.()
  } while (cursor !== null)
  return all
}

export const readAll = ({ access }: There, part: BooksPart, since = '2020-01-01', between?: () => void): Promise<All> =>
  collect((cursor) => netsuiteBooks.readAll(access, part, since, cursor), between)

export const readChanges = ({ access }: There, from: number, between?: () => void): Promise<All> =>
  collect((cursor) => netsuiteBooks.readChanges(access, new Date(from).toISOString(), cursor), between)
