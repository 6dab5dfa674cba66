// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import type { VendorBrief } from '../../../schema/planning/vendor-brief/endpoints.ts'
import { SpendPart } from '../../../web/features/planning/vendor-brief/spend.tsx'
import { beginPages, openPart } from '../../support/web/page.tsx'
import { says, until } from '../../support/web/screen.ts'

/** What a vendor cost by month, as a chart with an axis that is read by eye, by keyboard and by screen readers. */

beginPages()

const usd = (value: number) => ({ value, currency: 'USD' as const })
const month = (at: number) => `${at < 2 ? 2025 : 2026}-${String(at < 2 ? at + 11 : at - 1).padStart(2, '0')}`
const spend: NonNullable<VendorBrief['spend']> = {
  months: Array.from({ length: 12 }, (_, at) => ({
    ...{ month: month(at), spent: usd(at * 100_000), yearBefore: usd(50_000) },
  })),
  total: usd(6_600_000),
  yearBefore: usd(600_000),
}

it('the chart of a vendor’s spend has an axis, and arrow keys say each month beside the year before', async () => {
  await openPart(() => <SpendPart spend={spend} href={null} />)
  await says('$66,000')
  const chart = await until('the chart', () =>
    document.querySelector('[aria-label="Spend by month, and a year before"]'),
  )
  const figure = chart.closest('figure')
  for (const text of ['$0', '$5K', '$10K', '$15K']) expect(figure?.textContent).toContain(text)
  expect(figure?.textContent).toContain('Nov2025')
  const places = [...chart.querySelectorAll<HTMLElement>('[data-column]')]
  expect(places.map((place) => place.tabIndex)).toEqual([0, ...Array(11).fill(-1)])
  await act(async () => places[0]?.focus())
  await act(async () => {
    places[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
  })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dec 2025: $1,000.00, a year before $500.00')
  expect(figure?.querySelector('p')?.textContent).toBe('Dec 2025: $1,000.00, a year before $500.00')
})
