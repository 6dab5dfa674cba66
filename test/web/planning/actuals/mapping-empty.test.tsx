// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { listMappings } from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { getAccounting } from '../../../../schema/platform/accounting/endpoints.ts'
import type { ActualsStep } from '../../../../schema/platform/accounting/values.ts'
import { MappingEditor } from '../../../../web/features/planning/actuals/mapping-editor.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { says } from '../../../support/web/screen.ts'

/** An accounting system without departments, before it was read and after. */
beginPages()

const open = async (step: ActualsStep): Promise<void> => {
  serverOf()
    .on(listMappings, () => ({
      ...{ edges: [], total: 0, unmapped: 0 },
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    }))
    .on(getAccounting, () => ({ step, connection: null, offersQuickbooks: true, hasErpClassifications: false }))
  await openPart(() => <MappingEditor kind="DEPARTMENT" />)
}

it.each(['DEPARTMENT_MAPPING', 'SYNCING', 'COMPLETE'] as ActualsStep[])(
  'once its lists are read, nothing is promised (%s)',
  async (step) => {
    await open(step)
    await says('Your accounting system has no departments')
    expect(document.body.textContent).not.toContain('first sync')
  },
)

it('before the accounting system is connected, departments are to come', async () => {
  await open('LOGIN')
  await says('No accounting departments yet')
  await says('They appear here after the first sync with your accounting system.')
})
