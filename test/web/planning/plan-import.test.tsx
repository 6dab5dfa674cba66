// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { ImportPlanPage } from '../../../web/features/planning/plans/import-page.tsx'
import { beginPages, openPart, serverOf } from '../../support/web/page.tsx'
import { click, entered, fill, says } from '../../support/web/screen.ts'

/** Tables that are too long for one request. */
beginPages()

const TOO_LONG =
  'A table has at most 1.5 million characters. Leave out rows and columns that the plan doesn’t need, or import it as several plans.'
const HEADER = 'Department,2027-01\n'
/** Rows of ten bytes. */
const tableOf = (bytes: number): string => HEADER + 'Sales,100\n'.repeat(bytes / 10)

const choose = (text: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!field) throw new Error('No field for a file')
    Object.defineProperty(field, 'files', { value: [new File([text], 'budget.csv')], configurable: true })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
it('a file that is too long says so beside the table, and what to do', async () => {
  await openPart(() => <ImportPlanPage />)
  await choose(tableOf(1_500_000))
  await says(TOO_LONG)
  expect(entered('Table')).toBe('')
})

it('a table of two bytes a letter is measured as it is sent, and is not sent', async () => {
  await openPart(() => <ImportPlanPage />)
  await fill('Table', `${HEADER}${'Ж'.repeat(900_000)},1`)
  await click('button', 'Check')
  await says(TOO_LONG)
  expect(serverOf().changes).toEqual([])
})
