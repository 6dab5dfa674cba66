import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PHRASES } from '../../../worker/local/tools/words/phrases.ts'

/** Which texts the check of words refuses on screens, in emails and in answers, and names at the end of a sentence. */

it.each([
  'Preview of the form as it looks to requesters',
  'half of all requests decided in twelve months took less',
  'Left',
  'Since today',
  'Cost a month',
  'Actual: all that there is',
  'Not for one of its lines',
  'The order as a whole',
  'Spread the bill over months, but for lines that are spread themselves',
  'Payments that failed or came back',
  'Cut lines…',
  'Something that this names is gone',
  'no one can approve as the manager, and there is no other admin',
  'Everyone gets question and answer, without who asked',
  'What the company means to spend and to earn',
  '1 vendor of a plan',
  'Of Acme Cloud',
  'Replay again',
  'Nothing is open. Choose one, or press j and Enter.',
  'Select, once it was opened',
])('“%s” is refused', (text) => {
  expect(PHRASES.filter(({ found }) => found.test(text))).not.toEqual([])
})

it.each(['Left-aligned', 'Remaining', '3 vendors of a plan were linked', 'Of a line', 'Monthly cost', 'Shortcut'])(
  '“%s” is not refused',
  (text) => {
    expect(PHRASES.filter(({ found }) => found.test(text))).toEqual([])
  },
)

it('no sentence ends in a name and a stop of its own, for names such as Acme Inc.', () => {
  const ending = /\$\{(?:\w+\.)*(?:\w*[nN]ame|vendor|label|title)\}\.(?=[ `'])/
  const found = globSync('{web,worker/features,worker/objects}/**/*.{ts,tsx}').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => (ending.test(line) ? [`${path}:${at + 1}`] : [])),
  )
  expect(found).toEqual([])
})
