import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { type CategoryScene, makeCategoryScene } from '../../../support/worker/category-scene.ts'
import { levelsOf, rule } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** How a category's requests are approved, before anyone files one. */

let scene: CategoryScene
let member: Client
beforeAll(async () => {
  scene = await makeCategoryScene()
  member = await signIn(scene.company, await scene.company.addPerson())
})

const explained = (client: Client, id: string) => client.get(`/api/intake-categories/${id}/approvals`)

describe('how requests are approved', () => {
  it('anyone who files learns who approves when, by name, and nothing that only admins read', async () => {
    const { id, workflowId } = await scene.make()
    const groupId = (await scene.admin.post('/api/groups', { name: 'Legal team' })).body.id
    const secret = { webhook: { url: 'https://hooks.example.com/secret', fields: [] }, description: 'For admins' }
    const saved = await scene.admin.post(`/api/intake-workflow/${workflowId}/levels`, {
      version: 2,
      entryPoints: NO_CONDITIONS,
      levels: levelsOf(
        [
          rule('legal', {
            approverGroupIds: [groupId],
            watcherType: 'CUSTOM_WATCHERS',
            watcherUserIds: [scene.ownerPerson.userId],
            conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
          }),
        ],
        [rule('hook', { type: 'WEBHOOK', approverUserIds: [scene.approver.userId], settings: secret })],
      ),
    })
    expect(saved.status).toBe(200)
    const { status, body } = await explained(member, id)
    expect(status).toBe(200)
    expect(body.workflows).toHaveLength(1)
    const [{ definition }] = body.workflows
    expect(definition.levels[0].rules[0].conditionNumerics[0].minimumValue).toBe(100_000)
    expect(body.names.map(({ name }: { name: string }) => name).sort()).toHaveLength(2)
    expect(body.names).toContainEqual({ id: groupId, name: 'Legal team' })
    const text = JSON.stringify(body)
    for (const hidden of ['hooks.example.com', 'For admins', scene.ownerPerson.userId])
      expect(text).not.toContain(hidden)
  })

  it('the category’s own mode counts before the company’s', async () => {
    const { id } = await scene.make()
    expect((await explained(member, id)).body.approvalMode).toBe('EACH_LEVEL_GROUP')
    await scene.change(scene.admin, id, { approvalMode: 'ALL_AT_ONCE' })
    expect((await explained(member, id)).body.approvalMode).toBe('ALL_AT_ONCE')
  })

  it('usual times are of its own rules, from five decisions on', async () => {
    const { id } = await scene.make()
    const [{ definition }] = (await explained(member, id)).body.workflows
    const ruleId = definition.levels[0].rules[0].id
    const keep = (hours: number[]) =>
      run(
        'INSERT OR REPLACE INTO approval_rule_times (company_id, rule_id, times) VALUES (?, ?, ?)',
        scene.company.id,
        ruleId,
        JSON.stringify(hours.map((hour, at) => [`block-${at}`, hour * 3_600_000])),
      )
    await keep([1, 2, 3, 4])
    expect((await explained(member, id)).body.usualTimes).toEqual([])
    await keep([1, 2, 3, 4, 5])
    expect((await explained(member, id)).body.usualTimes).toEqual([{ ruleId, ms: 3 * 3_600_000 }])
  })

  it('a public form is for those who use sourcing, and other companies find nothing', async () => {
    const form = await scene.admin.post('/api/intake-categories', { name: 'Tenders', type: 'PUBLIC' })
    expect((await explained(member, form.body.id)).status).toBe(404)
    const { id } = await scene.make()
    const elsewhere = await makeCompany()
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await explained(stranger, id)).status).toBe(404)
  })
})
