// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { listDocumentBadges } from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { SocTwoNote } from '../../../../web/features/vendors/vendor-forms/document-badges.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { says, until } from '../../../support/web/screen.ts'

/** Beside "SOC 2 compliant: Yes": what the report that the company has says of it. */

beginPages()

const report = (state: 'VALID' | 'EXPIRED', expiresOn: string | null) => ({
  ...{ kind: 'SOC_2' as const, state, expiresOn, documentId: null },
})
const open = async (badge: ReturnType<typeof report>): Promise<void> => {
  let isAsked = false
  serverOf().on(listDocumentBadges, () => {
    isAsked = true
    return [badge]
  })
  await openPart(() => (
    <p>
      SOC 2 compliant: Yes
      <SocTwoNote vendorId="acme" />
    </p>
  ))
  await until('the documents', () => isAsked)
}

it('after a report expired, the answer says until when it held', async () => {
  await open(report('EXPIRED', '2026-03-31'))
  await says('SOC 2 compliant: Yes until Mar 31, 2026, when the report expired')
})

it('a valid report leaves the answer as it is', async () => {
  await open(report('VALID', '2099-03-31'))
  expect(document.querySelector('p')?.textContent).toBe('SOC 2 compliant: Yes')
})
