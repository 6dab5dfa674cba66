import { type Page, READABLE_FILES, type ReadingKind } from '../../../../schema/documents/reading/readings.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { errorText } from '../../../core/log.ts'
import type { Effect, OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { MAX_READ_BYTES, TOO_LARGE, UnreadableFile } from './budget.ts'
import { weighed } from './contradictions.ts'
import type { DocumentReader } from './found.ts'
import { invoiceValues } from './invoice/values.ts'
import type { ReadPage } from './page-text.ts'
import { readerOf } from './reader.ts'
import { boxesOf, pagesOf } from './text.ts'

/** Reading is a job, because it takes time and providers fail. The results are written together with the state. */

/** Lets global search find a document by more than its name. */
const PLAIN_CHARACTERS = 20_000

interface DocumentRow {
  id: string
  companyId: string
  storageKey: string
  mimeType: string
}

type Outcome = { result: unknown; plain?: string } | { error: string }

const saveStatement = (
  { db, clock }: OutboxContext,
  document: DocumentRow,
  kind: ReadingKind,
  provider: string,
  outcome: Outcome,
): D1PreparedStatement => {
  const done = 'result' in outcome
  return db.sql(
    `INSERT INTO document_readings (company_id, document_id, kind, state, result, plain, error, provider, requested_at,
                                    finished_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)
     ON CONFLICT (company_id, document_id, kind) DO UPDATE SET state = ?4, error = ?7, provider = ?8, finished_at = ?9,
       result = coalesce(?5, result), plain = iif(?5 IS NULL, plain, ?6)`,
    document.companyId,
    document.id,
    kind,
    done ? 'DONE' : 'FAILED',
    done ? JSON.stringify(outcome.result) : null,
    done ? (outcome.plain ?? '') : '',
    done ? null : outcome.error,
    provider,
    clock.now(),
  )
}

const DOWN = 'It couldn’t be read just now. Outlay will try again automatically.'
/** A provider that doesn't answer must not delay others. */
const LONGEST_ANSWER_MS = 60_000

/** A property of parties, used to find the company's vendor of that name. It is stored but not returned. */
export const MATCH_KEY = 'matchKey'

const predictions = async (reader: DocumentReader, pages: ReadPage[]) =>
  weighed(await reader.find(pages)).flatMap(({ page: number, start, end, ...said }) => {
    const page = pages.find((one) => one.page === number)
    if (!page) return []
    const { type, confidence, properties, contradicted = false } = said
    const boxes = boxesOf(page, start, end)
    const key = type === 'PARTY' ? matchKeyOf(properties.name ?? '') : ''
    return [
      {
        type,
        mentionText: page.text.slice(start, end).replaceAll(/\s+/g, ' ').trim(),
        confidence,
        contradicted,
        pageAnchor: {
          pageRefs:
            boxes.length > 0
              ? boxes.map((normalizedVertices) => ({ page: number, normalizedVertices }))
              : [{ page: number }],
        },
        properties: Object.entries({ ...properties, ...(key && { [MATCH_KEY]: key }) }).map(([name, value]) => ({
          type: name,
          value,
        })),
      },
    ]
  })

const inTime = <T>(work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider didn’t answer in time')), LONGEST_ANSWER_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const readOne = async (context: OutboxContext, document: DocumentRow, kinds: readonly ReadingKind[]): Promise<void> => {
  const { db, env, log } = context
  const kind = READABLE_FILES[document.mimeType]
  if (!kind) return
  const save = (what: ReadingKind, provider: string, outcome: Outcome) =>
    saveStatement(context, document, what, provider, outcome)
  let pages: ReadPage[]
  try {
    const object = await env.DOCUMENTS.get(document.storageKey)
    if (!object) throw new UnreadableFile('The file is gone.')
    // Not even loaded.
    if (object.size > MAX_READ_BYTES) throw new UnreadableFile(TOO_LARGE)
    pages = await pagesOf(kind, new Uint8Array(await object.arrayBuffer()))
  } catch (error) {
    const isFinal = error instanceof UnreadableFile
    const said = { error: isFinal ? error.message : DOWN }
    await db.batch(kinds.map((what) => save(what, 'text', said)))
    if (isFinal) return
    throw error
  }
  const reader = readerOf(env)
  const statements: D1PreparedStatement[] = []
  const failures: unknown[] = []
  if (kinds.includes('TEXT')) {
    const texts: Page[] = pages.map(({ page, text }) => ({ page, text }))
    const plain = texts
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .slice(0, PLAIN_CHARACTERS)
    statements.push(save('TEXT', 'text', { result: texts, plain }))
  }
  const attempt = async (what: ReadingKind, work: () => Promise<unknown>) => {
    if (!kinds.includes(what)) return
    try {
      statements.push(save(what, reader.name, { result: await work() }))
    } catch (error) {
      log.error('documents.reader-failed', { documentId: document.id, kind: what, error: errorText(error) })
      statements.push(save(what, reader.name, { error: DOWN }))
      failures.push(error)
    }
  }
  await attempt('PREDICTIONS', async () => [...(await inTime(predictions(reader, pages))), ...invoiceValues(pages)])
  await attempt('SUMMARY', () => inTime(reader.summarize(pages)))
  await db.batch(statements)
  if (failures.length > 0) throw failures[0]
}

const GIVEN_UP = 'Could not be read.'

/** Reading was given up. The document says so, unless it was read or requested again in the meantime. */
export const markUnreadable = async (
  { db, clock }: OutboxContext,
  { companyId, payload }: Effect<'document.read'>,
): Promise<void> => {
  await db.batch([
    db.sql(
      `UPDATE document_readings SET state = 'FAILED', error = ?1, finished_at = ?2
        WHERE company_id = ?3 AND document_id = ?4 AND kind IN (SELECT value FROM json_each(?5)) AND state <> 'DONE'`,
      GIVEN_UP,
      clock.now(),
      companyId,
      payload.documentId,
      JSON.stringify(payload.kinds),
    ),
  ])
}

/** Reads documents that still exist. A failing provider is retried, with growing delays. */
export const readDocumentsJob: OutboxHandler<'document.read'> = async (context, effects) => {
  const rows = await context.db.all<DocumentRow>(
    context.db.sql(
      `SELECT d.id, d.company_id AS companyId, d.storage_key AS storageKey, d.mime_type AS mimeType
         FROM json_each(?) j CROSS JOIN documents d ON d.id = j.value WHERE d.deleted_at IS NULL`,
      JSON.stringify([...new Set(effects.map(({ payload }) => payload.documentId))]),
    ),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One at a time, because each holds a whole file.
  let before: Promise<unknown> = Promise.resolve()
  return ({ companyId, payload }) => {
    const document = byId.get(payload.documentId)
    const work = before.then(async () => {
      if (document?.companyId === companyId) await readOne(context, document, payload.kinds)
    })
    before = work.catch(() => {})
    return work
  }
}
