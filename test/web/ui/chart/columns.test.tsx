// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { BarColumns } from '../../../../web/ui/chart/bars.tsx'
import { VarianceColumns } from '../../../../web/ui/chart/variance.tsx'
import { beginPages, openPart } from '../../../support/web/page.tsx'
import { press, says } from '../../../support/web/screen.ts'

beginPages()

const columns = () => [...document.querySelectorAll<HTMLElement>('[data-column]')]
const said = () => document.querySelector('figure > p')?.textContent

it('each column says its value with the focus on it, and the arrow keys go from one to the next', async () => {
  await openPart(() => (
    <BarColumns
      label="Spend by month"
      bars={['Oct 2026', 'Nov 2026', 'Dec 2026'].map((name, at) => ({
        ...{ key: name, name, title: `${name}: $${at + 1}`, amount: { value: 100 * (at + 1), currency: 'USD' } },
      }))}
    />
  ))
  await says('$3')
  expect(columns().map((column) => [column.tabIndex, column.getAttribute('aria-label')])).toEqual([
    [0, 'Oct 2026: $1'],
    [-1, 'Nov 2026: $2'],
    [-1, 'Dec 2026: $3'],
  ])
  await act(async () => columns()[0]?.focus())
  await press('ArrowRight')
  expect(document.activeElement).toBe(columns()[1])
  expect(said()).toBe('Nov 2026: $2')
  expect(columns().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  await press('ArrowLeft')
  await press('ArrowLeft')
  expect(said()).toBe('Oct 2026: $1')
})

it('the difference to a plan goes up where it is over, down where it is under, and nowhere for what is to come', async () => {
  await openPart(() => (
    <VarianceColumns
      label="Difference to the plan"
      currency="USD"
      worse="over"
      months={[
        { key: '1', name: 'Sep 2026', planned: 100_00, actual: 150_00 },
        { key: '2', name: 'Oct 2026', planned: 100_00, actual: 75_00 },
        { key: '3', name: 'Nov 2026', planned: 100_00, actual: 100_00, isOpen: true },
        { key: '4', name: 'Dec 2026', planned: 100_00, actual: null },
      ]}
    />
  ))
  await says('Over plan')
  expect(columns().map((column) => column.getAttribute('aria-label'))).toEqual([
    'Sep 2026: planned $100, actual $150, $50 over',
    'Oct 2026: planned $100, actual $75, $25 under',
    'Nov 2026: planned $100, actual $100, as planned, so far',
    'Dec 2026: planned $100',
  ])
  const marks = columns().map((column) => column.querySelector<HTMLElement>('[data-bar-mark]'))
  // The axis goes from -25 to 50.
  expect(
    marks.map(
      (mark) =>
        mark && [
          mark.dataset.worse,
          ...[mark.style.height, mark.style.bottom].map((at) => Math.round(Number.parseFloat(at))),
        ],
    ),
  ).toEqual([['true', 67, 33], [undefined, 33, 0], [undefined, 0, 33], null])
})
