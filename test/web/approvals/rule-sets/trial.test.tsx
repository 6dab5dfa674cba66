// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it } from 'vitest'
import { simulateSpendRules } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import { RuleSubjectProvider, SPEND_RULES } from '../../../../web/features/approvals/rule-sets/index.ts'
import { EMPTY_SAMPLE, type Sample } from '../../../../web/features/approvals/rule-sets/sample.ts'
import { Trial } from '../../../../web/features/approvals/rule-sets/trial.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { click, says, until } from '../../../support/web/screen.ts'
import { page } from '../../../support/web/server.ts'

/** Trying rule sets with something made up. */

beginPages()

const PROBLEM = 'No one can approve “Finance”: the group is empty.'
const Tried = () => {
  const [sample, setSample] = useState<Sample>(EMPTY_SAMPLE)
  return (
    <RuleSubjectProvider value={SPEND_RULES}>
      <Trial sample={sample} onSample={setSample} />
    </RuleSubjectProvider>
  )
}

it('nothing is called wrong before anything is entered, and then what is wrong is said', async () => {
  const asked: unknown[] = []
  for (const kind of Object.keys(selectOptions) as (keyof typeof selectOptions)[])
    serverOf().on(selectOptions[kind], () => page([]))
  serverOf().on(simulateSpendRules, ({ body }) => {
    asked.push(body)
    return { considered: [], customFields: [], plan: { levels: [], skipped: [], problem: PROBLEM } }
  })
  await openPart(() => <Tried />)
  await until('the first answer', () => asked.length > 0)
  await says('Updates as you answer.')
  expect(document.body.textContent).not.toContain(PROBLEM)
  expect(document.querySelector('[role="note"]')).toBeNull()

  await click('radio', 'Yes')
  await until('another answer', () => asked.length > 1)
  await says(PROBLEM)
})
