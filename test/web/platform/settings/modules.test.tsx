// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import * as endpoints from '../../../../schema/platform/company/endpoints.ts'
import { MODULES, type Module } from '../../../../schema/platform/company/modules.ts'
import { Route } from '../../../../web/routes/_staff/settings/modules.tsx'
import { beginPages, openPage, serverOf, toastsOf } from '../../../support/web/page.tsx'
import { all, click, find, says, until } from '../../../support/web/screen.ts'
import { Refusal } from '../../../support/web/server.ts'

beginPages()

const settings = (on: Module[], given: Module[] = on): endpoints.CompanySettings => ({
  ...{
    id: 'brightwater',
    name: 'Brightwater',
    emailShortName: 'brightwater',
    currency: 'USD',
    canChangeCurrency: false,
  },
  ...{ timeZone: 'UTC', requestApprovalMode: 'EACH_LEVEL_GROUP', enforceIntakeApprovalOrder: false, version: 3 },
  ...{ restrictSubmissionEditToAdmins: false, enableEditWithApprovalBypass: false, enableCurrencies: false },
  modules: MODULES.map((module) => ({ module, isOn: on.includes(module), isAllowed: given.includes(module) })),
})
const open = () =>
  openPage(Route, '/settings/modules', '/settings/modules', {
    company: { timeZone: 'UTC', requestApprovalMode: 'EACH_LEVEL_GROUP' },
  })
const isOn = (name: RegExp) => all<HTMLInputElement>('switch', name)[0]?.checked

it('a module is turned on at once', async () => {
  let on: Module[] = []
  serverOf()
    .on(endpoints.getCompanySettings, () => settings(on, ['enableEntities']))
    .on(endpoints.updateCompanySettings, () => {
      on = ['enableEntities']
      return { id: 'brightwater', version: 4 }
    })
  await open()
  await click('switch', /^Entities/)
  await until('the toast', () => toastsOf().successes().includes('Entities turned on'))
  expect(serverOf().changes.map(({ body }) => body)).toEqual([{ modules: { enableEntities: true } }])
  await until('it is on', () => isOn(/^Entities/))
})

it('turning one off asks first, names what needs it, and turns that off too', async () => {
  let on: Module[] = ['enableIntakeRequests', 'enableSourcing']
  serverOf()
    .on(endpoints.getCompanySettings, () => settings(on))
    .on(endpoints.updateCompanySettings, () => {
      on = []
      return { id: 'brightwater', version: 4 }
    })
  await open()
  await click('switch', /^Intake requests/)
  await says('Also turned off, because it needs this: Sourcing forms.')
  expect(serverOf().changes).toEqual([])
  await click('button', 'Turn off Intake requests')
  await until('the change', () => serverOf().changes.length === 1)
  expect(serverOf().changes[0]?.body).toEqual({ modules: { enableIntakeRequests: false, enableSourcing: false } })
})

it('one whose need is off can’t be turned on, and says what it needs', async () => {
  serverOf().on(endpoints.getCompanySettings, () => settings([], ['enableIntakeRequests', 'enableSourcing']))
  await open()
  expect((await find<HTMLInputElement>('switch', /^Sourcing forms/)).disabled).toBe(true)
  await says('Needs Intake requests, which is off.')
})

it('a module that the platform doesn’t give has no switch, and says who can add it', async () => {
  serverOf().on(endpoints.getCompanySettings, () => settings([], []))
  await open()
  await says('Bills are entered, approved and paid. Ask Outlay to add it to your company.')
  expect(all('switch')).toEqual([])
})

it('a refusal is said, and the switch stays as it was', async () => {
  serverOf()
    .on(endpoints.getCompanySettings, () => settings(['paymentsEnabled']))
    .on(endpoints.updateCompanySettings, () => new Refusal(400, 'INVALID', 'Payments are on their way or scheduled.'))
  await open()
  await click('switch', /^Payments/)
  await click('button', 'Turn off Payments')
  await until('the toast', () =>
    toastsOf()
      .errors()
      .some((text) => String(text).includes('Payments are on their way')),
  )
  expect(isOn(/^Payments/)).toBe(true)
})

it('a failure to load says so', async () => {
  serverOf().on(endpoints.getCompanySettings, () => new Refusal(500, 'INTERNAL', 'Something went wrong'))
  await open()
  await says('Something went wrong')
})
