import { expect, it } from 'vitest'
import { demoDocuments } from '../../../worker/local/demo/book-lines.ts'

const withoutRate = (today: string) => demoDocuments(today).filter(({ currency }) => currency === 'CHF')

it.each([
  ['2026-11-30', '2026-11-02'],
  ['2026-12-01', '2026-11-02'],
  ['2026-12-02', '2026-12-02'],
  ['2027-01-01', '2026-12-02'],
])('on %s the demo company’s books have one document without an exchange rate, of %s', (today, date) => {
  expect(withoutRate(today)).toMatchObject([{ memo: 'Prototype gears', date }])
})

it('the demo company’s books have nothing of days to come', () => {
  expect(demoDocuments('2026-12-01').filter(({ date }) => date > '2026-12-01')).toEqual([])
})
