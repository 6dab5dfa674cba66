import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { type CategoryScene, column, makeCategoryScene, waitingFor } from '../../../support/worker/category-scene.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { file, levelsOf, question, rule, saveForm, saveLevels, step } from '../../../support/worker/intake.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** A category's settings besides its form and workflows. */

let scene: CategoryScene
let second: Client
beforeAll(async () => {
  scene = await makeCategoryScene()
  second = await signIn(scene.company, await scene.company.addPerson({ flags: ['hasAdminAccess'] }))
})

describe('the settings of a category', () => {
  it('owners can configure the category and nothing else', async () => {
    const { id } = await scene.make()
    expect((await scene.owner.get(scene.settings(id))).status).toBe(403)
    const saved = await scene.change(scene.admin, id, { ownerIds: [scene.ownerPerson.userId], enableAssignees: true })
    expect(saved.body.owners).toEqual([{ id: scene.ownerPerson.userId, name: 'Olive Owner' }])
    expect((await scene.owner.get(scene.settings(id))).body).toMatchObject({ enableAssignees: true })
    expect((await scene.change(scene.owner, id, { enableAssignees: false })).status).toBe(200)
    const own = await scene.change(scene.owner, id, { ownerIds: [scene.ownerPerson.userId, scene.approver.userId] })
    expect(own.status).toBe(403)
    expect((await scene.owner.get(scene.settings((await scene.make()).id))).status).toBe(404)
    expect((await scene.change(scene.admin, id, { ownerIds: [] })).status).toBe(200)
    expect((await scene.owner.get(scene.settings(id))).status).toBe(403)
  })

  it('an owner can email only documents they may read or that the workflow sends already', async () => {
    const { id, workflowId } = await scene.make()
    await scene.change(scene.admin, id, { ownerIds: [scene.ownerPerson.userId] })
    const secret = await makeDocument(scene.admin, 'Board minutes')
    const mine = await makeDocument(scene.owner, 'Terms')
    const sending = (client: Client, version: number, documentIds: string[]) =>
      client.post(`/api/intake-workflow/${workflowId}/levels`, {
        version,
        entryPoints: NO_CONDITIONS,
        levels: levelsOf([
          rule('terms', {
            type: 'SEND_DOCUMENT',
            approverUserIds: [scene.approver.userId],
            settings: { sendDocument: { recipient: { source: 'REQUESTER' }, emailCopy: '', documentIds } },
          }),
        ]),
      })
    expect(fieldsOf(await sending(scene.owner, 2, [mine, secret]))).toEqual({
      terms: 'One of the documents doesn’t exist, or you don’t have access to it',
    })
    expect((await sending(scene.owner, 2, [mine])).status).toBe(200)
    expect((await sending(scene.admin, 3, [mine, secret])).status).toBe(200)
    expect((await sending(scene.owner, 4, [secret])).status).toBe(200)
  })

  it('an unknown, foreign or disabled owner is refused', async () => {
    const { id } = await scene.make()
    const elsewhere = await makeCompany()
    const gone = await scene.company.addPerson({ disabled: true })
    for (const userId of [newId(), (await elsewhere.addPerson()).userId, gone.userId]) {
      const answer = await scene.change(scene.admin, id, { ownerIds: [userId] })
      expect(fieldsOf(answer)).toEqual({ ownerIds: 'One of the people isn’t an active member' })
    }
    expect((await scene.read(id)).owners).toEqual([])
  })

  it('each column is a question or a task of the category', async () => {
    const { id, workflowId } = await scene.make()
    const columns = [column('Kind', { questionId: 'kind' }), column('Legal', { ruleId: 'legal' })]
    expect(
      (await scene.change(scene.admin, id, { dashboardCustomColumns: columns })).body.dashboardCustomColumns,
    ).toEqual(columns)
    const source = (message: string) => ({ 'dashboardCustomColumns.0.source': message })
    const refused: [object[], Record<string, string>][] = [
      [[column('Neither', {})], source('Must provide either a question or a task')],
      [[column('Both', { questionId: 'kind', ruleId: 'legal' })], source('Must provide either a question or a task')],
      [[column('Unknown', { questionId: 'nothing' })], source('This question is not in the form, or has no answer')],
      [[column('Unknown', { ruleId: 'nothing' })], source('This task is not in a workflow of the category')],
      [
        [columns[0] ?? {}, column('KIND', { questionId: 'title' })],
        { 'dashboardCustomColumns.1.columnName': 'Another column has this name' },
      ],
      [
        [columns[0] ?? {}, column('Kind again', { questionId: 'kind' })],
        { 'dashboardCustomColumns.1.source': 'This is already a column' },
      ],
    ]
    for (const [dashboardCustomColumns, fields] of refused) {
      const answer = await scene.change(scene.admin, id, { dashboardCustomColumns })
      expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({ status: 400, fields })
    }
    expect((await scene.read(id)).dashboardCustomColumns).toEqual(columns)
    await saveLevels(scene.admin, workflowId, [[rule('legal', { approverUserIds: [scene.approver.userId] })]], 2)
    await saveForm(scene.admin, id, [step('s', [question('title', 'REQUEST_TITLE')])])
    expect((await scene.read(id)).dashboardCustomColumns).toEqual([columns[1]])
  })

  it('one of two simultaneous changes succeeds, and the log has before and after', async () => {
    const { id } = await scene.make()
    const { version } = await scene.read(id)
    const answers = await Promise.all([
      scene.change(scene.admin, id, { enableAssignees: true, version }),
      scene.change(second, id, { approvalMode: 'ALL_AT_ONCE', version }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    await scene.change(scene.admin, id, {
      ownerIds: [scene.ownerPerson.userId],
      approvalMode: 'ALL_AT_ONCE',
      enableAssignees: true,
    })
    const log = await scene.admin.get(`/api/audit-logs?targetType=INTAKE_CATEGORY&targetId=${id}`)
    expect(log.body.edges[0].node.changeData.after).toEqual({
      ...{ approvalMode: 'ALL_AT_ONCE', assignees: true, owners: ['Olive Owner'], columns: [] },
    })
  })

  it('the category’s setting decides when approvers are asked, over the company’s', async () => {
    const { id } = await scene.make()
    const before = await file(scene.member, id, { title: 'One by one', kind: 'renewal', reason: 'Yes' })
    await scene.change(scene.admin, id, { approvalMode: 'ALL_AT_ONCE' })
    const after = await file(scene.member, id, { title: 'All', kind: 'renewal', reason: 'Yes' })
    expect([await waitingFor(before), await waitingFor(after)]).toEqual([1, 2])
    expect([await awaitedOnPage(before), await awaitedOnPage(after)]).toEqual([1, 2])
  })
})

/** How many blocks the request's page says are waited for. */
const awaitedOnPage = async (submission: string): Promise<number> => {
  const { levels } = (await scene.admin.get(`/api/intake-submission/${submission}/approvals`)).body
  return levels
    .flatMap((level: { blocks: { isAwaited: boolean }[] }) => level.blocks)
    .filter((b: { isAwaited: boolean }) => b.isAwaited).length
}
