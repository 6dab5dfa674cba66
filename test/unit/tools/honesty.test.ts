import { expect, it } from 'vitest'
import { HONESTY_RATCHETS } from '../../../worker/local/tools/ratchets/honesty.ts'
import { sourceOf } from '../../../worker/local/tools/ratchets/tree.ts'

/** Tests are refused that stay green when the product is wrong. */

const SOURCES = [
  sourceOf('schema/platform/sessions/times.ts', "export const LIFE_MS = 12 * 60_000\nexport const WORD_OF = 'Paid'"),
  sourceOf('schema/money/bills/tables.ts', "export const bills = sqliteTable('bills', {})"),
]
// Apart from the table, so that this file names none itself.
const WRITE = 'INSERT INTO'
const TAKES = "import { LIFE_MS, WORD_OF } from '../../schema/platform/sessions/times.ts'\n"

const found = (name: string, text: string): string[] => {
  const ratchet = HONESTY_RATCHETS.find((each) => each.name === name)
  const tests = [sourceOf('test/worker/some.test.ts', text)]
  return [...(ratchet?.count({ sources: SOURCES, tests }) ?? [])].flatMap(([, { what }]) => what)
}

it.each([
  ['swallowed-errors', 'await send().catch(() => [])'],
  ['swallowed-errors', 'await send().catch(() => undefined)'],
  ['swallowed-errors', 'await send().catch(() => ({}))'],
  ['swallowed-errors', 'await send().catch((error) => {})'],
  ['swallowed-errors', 'try { send() } catch {}'],
  ['every-on-nothing', 'expect(rows.every(({ ok }) => ok)).toBe(true)'],
  ['any-refusal', 'expect(status).not.toBe(200)'],
  ['any-refusal', 'expect(answer.status).toBeGreaterThanOrEqual(400)'],
  ['any-refusal', 'expect(answer.status).toBeGreaterThan(299)'],
  ['any-refusal', 'await expect(send()).rejects.toThrow()'],
  ['unknown-tables', `run('${WRITE} bils (id) VALUES (1)')`],
  ['unknown-tables', `run('DELETE FROM bills'); run('${WRITE} bill (id) VALUES (1)')`],
])('%s: %s', (name, text) => {
  expect(found(name, text)).toHaveLength(1)
})

it.each([
  ['swallowed-errors', "expect(await send().catch(() => 'no answer')).toBe('no answer')"],
  ['swallowed-errors', 'await send().catch((error) => told.push(error))'],
  ['swallowed-errors', 'try { send() } catch (error) { told.push(error) }'],
  ['every-on-nothing', 'expect(new Set(rows.map(({ ok }) => ok))).toEqual(new Set([true]))'],
  ['every-on-nothing', 'await eventually(() => rows.every(({ ok }) => ok))'],
  ['any-refusal', 'expect(status).not.toBe(3); expect(status).toBe(404); expect(status).toBeLessThan(300)'],
  ['any-refusal', "await expect(send()).rejects.toThrow('gone'); expect(count).toBeGreaterThan(199)"],
  ['any-refusal', 'expect(() => send()).not.toThrow()'],
  ['unknown-tables', "run('INSERT INTO bills (id) VALUES (1) ON CONFLICT DO UPDATE SET id = 2')"],
  ['numbers-of-the-code', `${TAKES}setClock(at + LIFE_MS); expect(ends).toBe(720_000)`],
  ['numbers-of-the-code', `${TAKES}expect(word).toBe(WORD_OF)`],
  ['numbers-of-the-code', `${TAKES}expect(ends).not.toBe(LIFE_MS)`],
])('not %s: %s', (name, text) => {
  expect(found(name, text)).toEqual([])
})

it('an expected number that is taken from the code under test is found with its name', () => {
  expect(found('numbers-of-the-code', `${TAKES}expect(ends - starts).toBe(LIFE_MS + 1)`)).toEqual(['LIFE_MS in line 2'])
  expect(found('numbers-of-the-code', `${TAKES}expect(session).toMatchObject({ life: LIFE_MS })`)).toHaveLength(1)
})
