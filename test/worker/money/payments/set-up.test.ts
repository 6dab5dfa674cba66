import { expect, it } from 'vitest'
import { approvedPayment, makePaidScene } from '../../../support/worker/bill-payments.ts'
import { run } from '../../../support/worker/sessions.ts'

/** What is there of payments before a company has set them up. */

it('payments are shown once the company has set them up, and until then it is said where', async () => {
  const scene = await makePaidScene()
  const { paymentId } = await approvedPayment(scene)
  const set = (isSetUp: boolean) =>
    run(
      "UPDATE companies SET flags = json_set(flags, '$.paymentsOnboarded', json(?2)) WHERE id = ?1",
      ...[scene.company.id, String(isSetUp)],
    )
  const doors = ['', `/${paymentId}`].map((path) => `/api/payments/bill-payments${path}`)
  const answers = async () => {
    const all = []
    for (const path of doors) all.push(await scene.admin.get(path))
    return all
  }
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200])
  await set(false)
  for (const { status, body } of await answers())
    expect([status, body.reason, body.message]).toEqual([
      ...[403, 'NOT_ONBOARDED', 'Finish setting up payments first, under Settings › Payments.'],
    ])
  // People without payments access are told nothing of it.
  expect((await scene.approver.get(doors[0] ?? '')).body.reason).toBeUndefined()
})
