import { expect, it } from 'vitest'
import { changesOf, type OpenAlarm } from '../../../worker/features/platform/operations/alarms/changes.ts'
import type { Condition } from '../../../worker/features/platform/operations/alarms/conditions.ts'
import { cellsOfMinute } from '../../../worker/features/platform/operations/alarms/watch.ts'

const NOW = 1_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const condition = (values: Partial<Condition> = {}): Condition => ({
  ...{ about: 'LANE mail 1', kind: 'LANE', cell: 1, text: 'Emails of database 1 wait for 20 minutes.' },
  ...values,
})
const alarm = (values: Partial<OpenAlarm> = {}): OpenAlarm => ({
  ...condition(),
  ...{ id: 'a1', beganAt: NOW - HOUR, quietSince: null, toldAt: NOW - HOUR },
  ...values,
})
const changes = (open: OpenAlarm[], found: Condition[], looked = [0, 1]) => {
  const { began, quiet, loud, ended, stillOn } = changesOf(open, found, new Set(looked), NOW)
  const ids = (alarms: OpenAlarm[]) => alarms.map(({ id }) => id)
  return {
    began: began.map(({ about }) => about),
    quiet: ids(quiet),
    loud: ids(loud),
    ended: ids(ended),
    stillOn: ids(stillOn),
  }
}
const NOTHING = { began: [], quiet: [], loud: [], ended: [], stillOn: [] }

it('an alarm begins once, and stays on without a word while its cause is there', () => {
  expect(changes([], [condition()])).toEqual({ ...NOTHING, began: ['LANE mail 1'] })
  expect(changes([alarm()], [condition({ text: 'Emails of database 1 wait for 21 minutes.' })])).toEqual(NOTHING)
})

it('an alarm ends five minutes after its cause is gone, and not if that comes back before', () => {
  expect(changes([alarm()], [])).toEqual({ ...NOTHING, quiet: ['a1'] })
  expect(changes([alarm({ quietSince: NOW - 5 * MINUTE + 1 })], [])).toEqual(NOTHING)
  expect(changes([alarm({ quietSince: NOW - 5 * MINUTE })], [])).toEqual({ ...NOTHING, ended: ['a1'] })
  expect(changes([alarm({ quietSince: NOW - 5 * MINUTE })], [condition()])).toEqual({ ...NOTHING, loud: ['a1'] })
})

it('people are reminded a day after they were last told, and not before', () => {
  expect(changes([alarm({ toldAt: NOW - 24 * HOUR + 1 })], [condition()])).toEqual(NOTHING)
  expect(changes([alarm({ toldAt: NOW - 24 * HOUR })], [condition()])).toEqual({ ...NOTHING, stillOn: ['a1'] })
})

it('a cell that wasn’t looked at ends nothing, nor does one that doesn’t answer', () => {
  const quiet = alarm({ quietSince: NOW - HOUR })
  expect(changes([quiet], [], [0])).toEqual(NOTHING)
  const silent = condition({ about: 'CELL 1', kind: 'CELL' })
  expect(changes([quiet], [silent])).toEqual({ ...NOTHING, began: ['CELL 1'] })
  const down = alarm({ id: 'a2', about: 'CELL 1', kind: 'CELL', quietSince: NOW - HOUR })
  expect(changes([down], [])).toEqual({ ...NOTHING, ended: ['a2'] })
})

it('eighty cells are looked at each minute, and of more each within a few minutes', () => {
  const cells = Array.from({ length: 200 }, (_, cell) => cell)
  expect(cellsOfMinute(cells.slice(0, 80), NOW)).toHaveLength(80)
  const minutes = [0, 1, 2].map((minute) => cellsOfMinute(cells, NOW + minute * MINUTE))
  expect(Math.max(...minutes.map((each) => each.length))).toBe(67)
  expect(minutes.flat().toSorted((a, b) => a - b)).toEqual(cells)
})
