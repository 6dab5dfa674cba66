import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  compare,
  configure,
  importFile,
  makePlace,
  type Place,
  told,
} from '../../../support/worker/configuration-scene.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'

/** What the difference says is what taking the file over changes: exactly that, and nothing more. */

let place: Place
beforeAll(async () => {
  place = await makePlace()
  await configure(place)
})

/** A part of the file as it is first, and values that it can have, as the file and as the difference say them. */
const EDITS: Record<string, { from: RegExp; values: readonly (readonly [file: string, told: string])[] }> = {
  'Remind after percent': {
    from: /remindAfterPercent: \S+/,
    values: [
      ['50', '50'],
      ['60', '60'],
      ['75', '75'],
    ],
  },
  'Business hours': {
    from: /businessHours: \S+/,
    values: [
      ['24', '24'],
      ['40', '40'],
    ],
  },
  'Up to': {
    from: /upTo: \S+/,
    values: [
      ['2500', '2,500'],
      ['99.95', '99.95'],
    ],
  },
  'Second person from': {
    from: /secondPersonFrom: \S+/,
    values: [
      ['5000', '5,000'],
      ['7500.5', '7,500.5'],
    ],
  },
  'Anyone below': {
    from: /anyoneBelow: \S+/,
    values: [
      ['100', '100'],
      ['0', '0'],
    ],
  },
  Description: {
    from: /description: For \S+/,
    values: [
      ['For teams', 'For teams'],
      ['For all', 'For all'],
    ],
  },
}
const nameOf = (label: string): string => EDITS[label]?.from.source.split(':')[0] ?? ''

it('the difference of random changes is exactly them, and is gone once the file is taken over', {
  timeout: 180_000,
}, async () => {
  const chosen = fc.record(
    Object.fromEntries(Object.entries(EDITS).map(([label, { values }]) => [label, fc.nat(values.length - 1)])),
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(chosen, async (choices) => {
      const before = await place.file()
      let file = before
      const expected: string[] = []
      for (const [label, at] of Object.entries(choices) as [string, number][]) {
        const { from, values } = EDITS[label] as (typeof EDITS)[string]
        const [old = ''] = from.exec(before) ?? []
        const known = values.find(([text]) => old === `${nameOf(label)}: ${text}`)
        expect([label, known]).not.toEqual([label, undefined])
        const [text, after] = values[at] ?? ['', '']
        file = file.replace(from, `${nameOf(label)}: ${text}`)
        if (known && known[0] !== text) expected.push(`${label}: ${known[1]} → ${after}`)
      }
      const difference = await compare(place.admin, file)
      expect(difference.canImport).toBe(expected.length > 0)
      const said = told(difference)
      expect(said.map((line) => line.replace(/^\w+ \w*: /, '')).toSorted()).toEqual(expected.toSorted())
      // Comparing changes nothing.
      expect(await place.file()).toBe(before)
      if (expected.length === 0) return
      expect(await importFile(place.admin, file)).toMatchObject({ state: 'DONE', problem: null })
      await confirmGuarded(place.company)
      expect(await place.file()).toBe(file)
      expect(told(await compare(place.admin, file))).toEqual([])
    }),
    { numRuns: 6 },
  )
})
