import { expect, it } from 'vitest'
import { addRuleSet, type BillScene, blocksOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'

/** Who was just put into a group that approves bills counts later, in the preview and once it is entered. */

const names = (block: { approvers: { name: string }[] }): string[] => block.approvers.map(({ name }) => name).sort()
const asked = async (scene: BillScene): Promise<string[]> => names((await blocksOf(scene.admin, await enter(scene)))[0])
const foreseen = async ({ clerk, erpVendorId, accountId, departmentObjectId }: BillScene): Promise<string[]> => {
  const { status, body } = await clerk.post('/api/payments/bills/approvers-preview', {
    ...{ erpVendorId, totalAmount: 120_000, invoiceDate: '2026-11-01' },
    billLines: [{ amount: 120_000, erpAccountId: accountId, erpDepartmentMappingId: departmentObjectId }],
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return names(body.levels[0].blocks[0])
}

it('someone who just joined the group isn’t asked for a day', async () => {
  const scene = await makeBillScene()
  const { company, people } = scene
  const groupId = await company.add('groups', 'Finance')
  await company.addToGroup(groupId, people.approver.userId)
  await company.addToGroup(groupId, people.member.userId)
  const joined = (at: number) =>
    run(
      'UPDATE group_members SET added_at = ?, added_by_user_id = ? WHERE company_id = ? AND user_id = ?',
      ...[at, people.colleague.userId, company.id, people.member.userId],
    )
  const [rule] = always('Finance').noConditionRules
  await addRuleSet(company, { levels: [{ noConditionRules: [{ ...rule, approverGroupIds: [groupId] }] }] })
  await joined(Date.now())
  expect(await foreseen(scene)).toEqual(['Paul Approver'])
  expect(await asked(scene)).toEqual(['Paul Approver'])
  await joined(Date.now() - 25 * 60 * 60 * 1000)
  expect(await foreseen(scene)).toEqual(['Mia Member', 'Paul Approver'])
  expect(await asked(scene)).toEqual(['Mia Member', 'Paul Approver'])
})
