import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { blockIdOf, isBlock, runOf, serialOf } from '../../../../schema/approvals/engine/block-ids.ts'
import { BLOCK_STATUSES, type Block, type Decision, WORK_STATUSES } from '../../../../schema/approvals/engine/model.ts'
import { packedRun, storedType } from '../../../../worker/objects/approval/packed-run.ts'

const PLACE = { companyId: 'c', targetType: 'INTAKE_SUBMISSION', targetId: 'request-1' }
const RUN = 2

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('Ada', "O'Neil", '"}', '{}', '\\', 'null'),
)
const time = fc.integer({ min: 1_000, max: 9_000_000_000_000 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 })
const person = fc.record({ userId: word, name: word })
const approver = fc.record({ userId: word, name: word, via: word })
const decision: fc.Arbitrary<Decision> = fc
  .record({
    ...{ userId: word, name: word, at: time, comment: fc.oneof(fc.constant(''), word) },
    decision: fc.constantFrom('APPROVED' as const, 'REJECTED' as const),
    answersVersion: fc.oneof(fc.constant(1), maybe(fc.nat(9))),
    onBehalfOf: fc.option(person, { nil: undefined }),
    // What a later version may add.
    more: fc.option(word, { nil: undefined, freq: 9 }),
  })
  .map((made) => JSON.parse(JSON.stringify(made)) as Decision)
const span = fc.record({
  userId: word,
  name: word,
  status: fc.constantFrom(...WORK_STATUSES),
  at: time,
  until: maybe(time),
})
const spans = fc.array(span, { maxLength: 3 }).chain((made) =>
  fc.nat(5).map((other) =>
    made.map((each) => ({
      ...each,
      spentMs: each.until === null ? null : each.until - each.at + (other === 0 ? 7 : 0),
    })),
  ),
)

const block: fc.Arbitrary<Omit<Block, 'id' | 'run'>> = fc.record({
  ...{ parentId: maybe(word), level: fc.nat(9), subLevel: fc.nat(2), ordinal: fc.nat(99), ruleId: maybe(word) },
  ...{ ruleType: fc.constantFrom('APPROVAL' as const, 'WEBHOOK' as const), label: word },
  ...{ reason: fc.oneof(fc.constant('Always'), word), approverType: fc.constant('CUSTOM_APPROVERS' as const) },
  ...{ approvers: fc.array(approver, { maxLength: 3 }), approversNote: maybe(word) },
  ...{ watchers: fc.array(approver, { maxLength: 1 }), settings: fc.constant({}), basis: fc.constant('basis') },
  quorum: fc.constantFrom({ kind: 'ANY' as const }, { kind: 'AT_LEAST' as const, count: 2 }),
  ...{ decisions: fc.array(decision, { maxLength: 3 }), status: fc.constantFrom(...BLOCK_STATUSES) },
  ...{ workStatus: fc.constantFrom(...WORK_STATUSES), workStatusHistory: spans, assignee: maybe(approver) },
  ...{ openedAt: maybe(time), decidedAt: maybe(time), closedAt: maybe(time), bypassedAt: maybe(time) },
  ...{ bypassedBy: maybe(person), bypassNote: maybe(word), remindedAt: maybe(time), remindedBy: maybe(person) },
  ...{ remindedNote: maybe(word), reopenedAt: maybe(time), createdBy: maybe(person), createdAt: time },
  ...{ automatic: fc.constant(null), sequence: fc.nat(99) },
})
const blocks = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((all) =>
    all.map((each, index): Block => ({ ...each, run: RUN, id: blockIdOf({ ...PLACE, run: RUN, serial: index + 1 }) })),
  )

const shown = ({ basis: _, ...rest }: Block): unknown => JSON.parse(JSON.stringify(rest))

/** The database, up to before this migration. */
const migratedUntil = (last: string): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql') && name < last)
  for (const name of files.sort()) database.exec(readFileSync(`migrations/${name}`, 'utf8'))
  return database
}

const MIGRATION = '0420_keep_blocks_by_run.sql'

describe('the blocks of a run', () => {
  let database: DatabaseSync
  beforeAll(() => {
    database = migratedUntil('0421')
  }, 60_000)

  const store = (all: readonly Block[]): void => {
    const { since, times, texts, blocks: text, isUsual, run } = packedRun(run1(all), all)
    database.exec('DELETE FROM request_texts; DELETE FROM request_blocks')
    const add = database.prepare('INSERT INTO request_texts (company_id, id, text) VALUES (?, ?, ?)')
    const known = isUsual ? [...texts, text] : texts
    for (const [index, each] of known.entries()) add.run(PLACE.companyId, index + 40, each)
    database
      .prepare(
        `INSERT INTO request_blocks (target_id, run, company_id, target_type, since, times, texts, course, blocks)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[PLACE.targetId, run, PLACE.companyId, storedType(PLACE.targetType), since, times],
        JSON.stringify(texts.map((_, index) => index + 40)),
        ...(isUsual ? [texts.length + 40, null] : [null, text]),
      )
  }
  const run1 = (all: readonly Block[]): number => all[0]?.run ?? RUN

  it('the database shows every block as it was, with its columns', () => {
    fc.assert(
      fc.property(blocks, (all) => {
        store(all)
        const rows = database.prepare('SELECT * FROM level_group_statuses ORDER BY CAST(sequence AS integer)').all()
        expect(rows.length).toBe(all.length)
        for (const each of all) {
          const row = rows.find(({ id }) => id === each.id)
          expect(JSON.parse(String(row?.block))).toEqual(shown(each))
          expect(row).toMatchObject({
            ...{ company_id: PLACE.companyId, target_type: PLACE.targetType, target_id: PLACE.targetId, run: RUN },
            ...{ level: each.level, ordinal: each.ordinal, parent_id: each.parentId, rule_type: each.ruleType },
            rule_id: each.ruleId,
            ...{ label: each.label, status: each.status, work_status: each.workStatus, sequence: each.sequence },
            ...{ opened_at: each.openedAt, decided_at: each.decidedAt, closed_at: each.closedAt },
          })
        }
      }),
      { numRuns: 200 },
    )
  })

  it('a run that went as others did has only numbers of its own', () => {
    const [first] = fc.sample(block, 1)
    const usual = {
      ...(first as Block),
      ...{ ruleId: 'r', parentId: null, subLevel: 0, reason: 'Always', assignee: null, closedAt: null },
      ...{ bypassedAt: null, bypassedBy: null, bypassNote: null, remindedAt: null, remindedBy: null },
      ...{ remindedNote: null, reopenedAt: null, createdBy: null, status: 'APPROVED' as const },
      ...{ workStatusHistory: [], decisions: [], id: 'x-1-1', run: 1 },
    }
    expect(packedRun(1, [usual]).isUsual).toBe(true)
    expect(packedRun(1, [{ ...usual, status: 'PENDING' as const }]).isUsual).toBe(false)
    expect(packedRun(1, [{ ...usual, bypassNote: 'I know them' }]).isUsual).toBe(false)
  })

  it('what was stored before reads as it did', () => {
    const old = migratedUntil(MIGRATION)
    const insert = old.prepare(
      `INSERT INTO level_group_statuses (id, company_id, target_type, target_id, run, level, ordinal, parent_id, rule_type,
         label, status, work_status, packed, sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const IN_COLUMNS = ['id', 'parentId', 'run', 'level', 'ordinal', 'ruleType', 'label', 'status', 'workStatus']
    const all = fc.sample(blocks, 40).map((run, index) => run.map((each) => ({ ...each, run: index + 1 })))
    const stored = all.flatMap((run) =>
      run.map((each, index) => ({ ...each, id: blockIdOf({ ...PLACE, run: each.run, serial: index + 1 }) })),
    )
    for (const each of stored) {
      const packed = Object.entries(each).filter(([key]) => ![...IN_COLUMNS, 'sequence', 'basis'].includes(key))
      insert.run(
        ...[each.id, PLACE.companyId, PLACE.targetType, PLACE.targetId, each.run, each.level, each.ordinal],
        ...[each.parentId, each.ruleType, each.label, each.status, each.workStatus],
        ...[JSON.stringify(Object.fromEntries(packed)), each.sequence],
      )
    }
    const read = () =>
      old
        .prepare(
          `SELECT id, company_id, target_type, target_id, run, level, ordinal, parent_id, rule_type, label, status,
             work_status, sequence, opened_at, decided_at, closed_at, block FROM level_group_statuses ORDER BY id`,
        )
        .all()
        .map(({ block: text, ...row }) => ({ ...row, block: JSON.parse(String(text)) }))
    const before = read()
    expect(before.length).toBe(stored.length)
    old.exec(readFileSync(`migrations/${MIGRATION}`, 'utf8'))
    expect(read()).toEqual(before)
    for (const table of ['kept_blocks', 'kept_parts'])
      expect(old.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').all(table)).toEqual([])
  })

  it('a block is found in the row of what it belongs to', () => {
    for (const targetId of ['0abc9', 'a-1', 'x-9-8']) {
      const id = blockIdOf({ targetId, run: 12, serial: 305 })
      expect([runOf(id), serialOf(id)]).toEqual([12, 305])
      const sql = `SELECT 1 FROM (SELECT ? AS target_id, ?1 || '-12-305' AS id) b WHERE ${isBlock('?2', 'b')}`
      expect(database.prepare(sql.replace('?', '?1')).all(targetId, id)).toHaveLength(1)
    }
  })
})
