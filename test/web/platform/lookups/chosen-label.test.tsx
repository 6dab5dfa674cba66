// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { AsyncOptionSelect, type OptionSource } from '../../../../web/features/platform/lookups/index.ts'
import { beginPages, openPart } from '../../../support/web/page.tsx'
import { all, click, fill, find, until } from '../../../support/web/screen.ts'

beginPages()

const ACME = { value: 'v1', label: 'Acme Cloud' }
const pageOf = (...options: (typeof ACME)[]) => ({
  edges: options.map((node) => ({ cursor: node.value, node })),
  pageInfo: { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
})

const Form = ({ load }: { load: OptionSource }) => {
  const [vendor, setVendor] = useState<string | null>(null)
  return (
    <>
      <AsyncOptionSelect
        label="Vendor"
        kind="vendor"
        source={{ name: 'vendors of the test', load }}
        value={vendor}
        onChange={setVendor}
        more={{ label: (typed) => `Propose “${typed}”`, onChoose: () => undefined }}
      />
      <button type="button" onClick={() => setVendor(ACME.value)}>
        Use Acme Cloud
      </button>
    </>
  )
}

it('what is typed stays when the label of a vendor that the page chose arrives later', async () => {
  let answer: (page: ReturnType<typeof pageOf>) => void = () => undefined
  const load = (({ ids }) =>
    ids ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(pageOf(ACME))) as OptionSource
  await openPart(() => <Form load={load} />)
  await click('combobox', 'Vendor')
  await find('option', 'Acme Cloud')
  await click('button', 'Use Acme Cloud')
  const written = () => all<HTMLInputElement>('combobox', 'Vendor')[0]?.value
  await until('the label', () => written() === 'Acme Cloud')
  await click('combobox', 'Vendor')
  await fill('Vendor', 'Zz nowhere')
  await act(async () => answer(pageOf(ACME)))
  expect(written()).toBe('Zz nowhere')
  expect(await find('option', /^Propose “Zz nowhere”/)).toBeTruthy()
})
