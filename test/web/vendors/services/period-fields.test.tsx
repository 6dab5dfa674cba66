// @vitest-environment happy-dom
import { useForm } from '@mantine/form'
import { expect, it } from 'vitest'
import type { PeriodValues, ServiceFormValues } from '../../../../web/features/vendors/services/form-values.ts'
import { PeriodFields } from '../../../../web/features/vendors/services/period-fields.tsx'
import { beginPages, openPart } from '../../../support/web/page.tsx'
import { choose, entered, fill, says } from '../../../support/web/screen.ts'

/** A notice that is longer than its period is asked about, because it is usually a wrong number. */

beginPages()

const period = {
  ...{ startDate: '2026-01-01', endDate: '2026-01-31', isOpen: false, currency: 'USD', noticeDays: 30 },
  ...{ unitsPerMonth: null, costPerUnit: null, tax: null, savings: null, totalServicePeriodCost: 100 },
  ...{ note: '', autoRenewDetail: '', renewalReminders: [], answers: {} },
} as unknown as PeriodValues

const Fields = ({ given }: { given: PeriodValues }) => {
  const form = useForm<ServiceFormValues>({
    initialValues: { servicePeriods: [given] } as unknown as ServiceFormValues,
  })
  return <PeriodFields form={form} index={0} period={form.values.servicePeriods[0] as PeriodValues} />
}

const ASKED = 'Is the notice really longer than the period?'

it('a notice within the period says the last day to cancel, and a longer one is asked about as it is typed', async () => {
  await openPart(() => <Fields given={period} />)
  await says('Last day to cancel: Jan 1, 2026')
  expect(document.body.textContent).not.toContain(ASKED)
  await fill(/^Notice/, '31')
  await says(`Last day to cancel: Dec 31, 2025, before the period starts. ${ASKED}`)
  await fill(/^Notice/, '5')
  await says('Last day to cancel: Jan 26, 2026')
  expect(document.body.textContent).not.toContain(ASKED)
})

it('a service that runs month to month has no period that its notice could be longer than', async () => {
  await openPart(() => <Fields given={{ ...period, isOpen: true, noticeDays: 400 }} />)
  await says('How long before it can end.')
  expect(document.body.textContent).not.toContain(ASKED)
})

it('another currency keeps the numbers, rounded where it has no cents, as on bills and orders', async () => {
  const priced = { ...period, costPerUnit: 199, tax: 149, savings: 150, totalServicePeriodCost: 1_234_999 }
  await openPart(() => <Fields given={priced} />)
  await choose('Currency', 'JPY')
  expect(['Monthly unit cost', 'Tax', 'Savings', 'Total cost'].map(entered)).toEqual(['2', '1', '2', '12,350'])
})
