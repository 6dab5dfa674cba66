import { apiKeys } from '../../../../schema/platform/api-keys/tables.ts'
import { type AuditEntryRow, type AuditLogType, exportCompanyLog } from '../../../../schema/platform/audit/endpoints.ts'
import { auditEntries, objectNumbers, wordNumbers } from '../../../../schema/platform/company/tables.ts'
import { users } from '../../../../schema/platform/session/tables.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { fullSql } from '../../../core/audit-text.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import type { Database, Read } from '../../../core/database.ts'
import { FIRST_PAGE, pageSizeFor } from '../../../core/list/file-pages.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { columns, computed, leftJoined, type RowOf, select, typed } from '../../../core/record.ts'
import { entriesAlong, wordsOf } from '../company/index.ts'
import {
  type EntryRow,
  type LogFilter,
  type LogWalk,
  NEWEST_FIRST,
  targetName,
  toEntry,
  walksOf,
} from './company-log.ts'
import { joinKey, joinPerson, lastName } from './rows.ts'

/**
 * The company's log as a file. A log has millions of entries, so each is read once: every walk goes on where it ended,
 * and people, who are in many entries, are looked up once each.
 */

const HEADER = [
  timeColumn('Time'),
  'Person',
  'E-mail',
  'Through',
  'What happened',
  'Action',
  'Object',
  'Name',
  'Object id',
  'Change',
]

const throughOf = ({ impersonator, apiKey }: AuditEntryRow): string =>
  impersonator ? `${fullName(impersonator)} on their behalf` : apiKey ? `API key ${apiKey.name}` : ''

const cellsOf = (entry: AuditEntryRow): CsvRow => [
  timeInFile(entry.createdAt),
  entry.user ? fullName(entry.user) : 'Outlay',
  entry.user?.email ?? '',
  throughOf(entry),
  entry.message,
  entry.action,
  entry.targetType,
  entry.targetName,
  entry.targetId,
  entry.changeData === null ? '' : JSON.stringify(entry.changeData),
]

const TYPE = "coalesce(k.word, 'INTAKE_SUBMISSION')"

/** An entry with the numbers of its people in the log. Made once all kinds are known. */
const storedColumns = () =>
  columns(
    select(auditEntries, 'e', ['id', 'occurredAt', 'actor', 'impersonator', 'apiKeyId']),
    select(objectNumbers, 'o', { targetId: 'objectId' }),
    leftJoined(select(apiKeys, 'key', { apiKeyName: 'name' })),
    computed<{
      action: string
      message: string
      changeData: string
      targetType: AuditLogType
      targetName: string | null
    }>({
      action: fullSql('action'),
      message: fullSql('message'),
      changeData: fullSql('change_data'),
      targetType: TYPE,
      targetName: targetName(TYPE, 'o.object_id'),
    }),
  )
type Stored = RowOf<ReturnType<typeof storedColumns>>

/** ?1 is the company and ?2 how many. */
const walkText = ({ index, where }: LogWalk, after: string | null) =>
  typed`SELECT ${storedColumns()} FROM ${entriesAlong(index)} ${joinKey('key', 'e.api_key_id')}
    WHERE ${[...where, ...(after ? [after] : [])].join(' AND ')} ${NEWEST_FIRST} LIMIT ?2`

/** Someone who was removed has no name. */
const PERSON = columns(
  select(wordNumbers, 'w', { number: 'id' }),
  leftJoined(select(users, 'u', ['id', 'firstName', 'email'])),
  computed<{ lastName: string | null }>({ lastName: lastName('u') }),
)
type PersonOfEntry = RowOf<typeof PERSON>
const PEOPLE = typed`SELECT ${PERSON} FROM ${wordsOf('?')} ${joinPerson('u', 'w.word')}`

const entryOf = (row: Stored, user: PersonOfEntry | null, other: PersonOfEntry | null): EntryRow => ({
  ...row,
  userId: user?.id ?? null,
  firstName: user?.firstName ?? null,
  lastName: user?.lastName ?? null,
  email: user?.email ?? null,
  impersonatorId: other?.id ?? null,
  impersonatorFirstName: other?.firstName ?? null,
  impersonatorLastName: other?.lastName ?? null,
  impersonatorEmail: other?.email ?? null,
})

/** The rows of one walk, of which the first is the newest that is left. */
class Reading {
  rows: Stored[] = []
  #at = 0
  #isOver = false
  #last: Stored | null = null
  #asked = 0
  readonly #statementOf: (after: Stored | null, count: number) => Read<Stored>

  constructor(statementOf: (after: Stored | null, count: number) => Read<Stored>) {
    this.#statementOf = statementOf
  }

  get next(): Stored | undefined {
    return this.rows[this.#at]
  }

  /** Whether more can come that hasn't been read. */
  get isWaiting(): boolean {
    return this.next === undefined && !this.#isOver
  }

  take(): void {
    this.#at += 1
  }

  /** Reads on where it ended. */
  ask(): Read<Stored> {
    this.#asked = this.#last ? pageSizeFor(this.rows) : FIRST_PAGE
    return this.#statementOf(this.#last, this.#asked)
  }

  receive(read: Stored[]): void {
    this.#last = read.at(-1) ?? this.#last
    this.#isOver = read.length < this.#asked
    this.rows = read
    this.#at = 0
  }
}

const isNewer = (a: Stored, b: Stored): boolean =>
  a.occurredAt === b.occurredAt ? a.id > b.id : a.occurredAt > b.occurredAt

/** Parts of the log, newest first, each entry once. */
async function* inOrder(db: Database, walks: readonly Reading[]): AsyncGenerator<Stored[]> {
  for (let lastId: number | null = null; ; ) {
    const waiting = walks.filter(({ isWaiting }) => isWaiting)
    if (waiting.length > 0) {
      const read = await db.readBatch(waiting.map((walk) => walk.ask()))
      for (const [place, walk] of waiting.entries()) walk.receive(read[place]?.results ?? [])
    }
    const part: Stored[] = []
    while (!walks.some(({ isWaiting }) => isWaiting)) {
      let newest: Reading | undefined
      for (const walk of walks) {
        if (walk.next && (!newest?.next || isNewer(walk.next, newest.next))) newest = walk
      }
      if (!newest?.next) {
        yield part
        return
      }
      if (newest.next.id !== lastId) part.push(newest.next)
      lastId = newest.next.id
      newest.take()
    }
    yield part
  }
}

/** The people of the log by their numbers, each read once. */
const peopleOf = (db: Database) => {
  const known = new Map<number, PersonOfEntry>()
  return async (rows: readonly Stored[]): Promise<(number: number | null) => PersonOfEntry | null> => {
    const numbers = rows.flatMap(({ actor, impersonator }) => [actor, impersonator])
    const unknown = [...new Set(numbers)].filter((number) => number !== null && !known.has(number))
    const found = unknown.length > 0 ? await db.all(db.sql(PEOPLE, JSON.stringify(unknown))) : []
    for (const person of found) known.set(person.number, person)
    return (number) => (number === null ? null : (known.get(number) ?? null))
  }
}

const readingOf = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  walks: (bind: (value: unknown) => string) => LogWalk[],
) =>
  walks(() => '').map((_, place) => {
    return new Reading((after, count) => {
      const params: unknown[] = [actor.companyId, count]
      const bind = (value: unknown): string => `?${params.push(value)}`
      const walk = walks(bind)[place] as LogWalk
      const rest = after && `(e.occurred_at, e.id) < (${bind(after.occurredAt)}, ${bind(after.id)})`
      return db.sql(walkText(walk, rest), ...params)
    })
  })

/** Read while it is sent. */
export const exportLog = query({
  id: 'audit.export-company',
  access: 'audit.read-company',
  input: inputOf(exportCompanyLog),
  run: async (context, filter: LogFilter) => {
    const { db, actor, clock } = context
    const people = peopleOf(db)
    const linesOf = async (rows: readonly Stored[]): Promise<CsvRow[]> => {
      const personOf = await people(rows)
      return rows.map((row) => cellsOf(toEntry(entryOf(row, personOf(row.actor), personOf(row.impersonator)))))
    }
    const parts = inOrder(
      db,
      readingOf(context, (bind) => walksOf(filter, bind)),
    )
    // The first part is read before the answer begins, so that a failure is still reported as an error.
    const first = await parts.next()
    async function* lines(): AsyncGenerator<CsvRow[]> {
      yield [HEADER]
      if (!first.done) yield await linesOf(first.value)
      for await (const rows of parts) yield await linesOf(rows)
    }
    return { fileName: csvFileName('audit-log', clock.now(), actor.timezone), text: csvStream(lines()) }
  },
})
