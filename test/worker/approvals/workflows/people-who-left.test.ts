import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { levelsOf, makeCategory, rule } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** Rules of any kind name no one who was disabled. A person who was in them before can stay while other things change. */

let company: TestCompany
let admin: Client
let abe: TestPerson
let olga: TestPerson
beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableSpendRequests', 'paymentsEnabled'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess', 'hasPaymentsAccess'] }))
  abe = await company.addPerson({ name: 'Abe Approver' })
  olga = await company.addPerson({ name: 'Olga Old' })
})

const setEnabled = ({ userId }: TestPerson, enabled: boolean) =>
  run(
    'UPDATE company_memberships SET disabled_at = ? WHERE company_id = ? AND user_id = ?',
    ...[enabled ? null : 1, company.id, userId],
  )

interface Rules {
  save(people: object, more?: object): Promise<Answer>
}
const ofWorkflow = async (): Promise<Rules> => {
  const { workflowId } = await makeCategory(admin, { levels: [] })
  let version = 2
  return {
    save: async (people, more = {}) => {
      const answer = await admin.post(`/api/intake-workflow/${workflowId}/levels`, {
        ...{ version, entryPoints: NO_CONDITIONS, levels: levelsOf([rule('legal', { ...people, ...more })]) },
      })
      if (answer.status === 200) version += 1
      return answer
    },
  }
}
const ofRuleSet = (made: string, path: string) => async (): Promise<Rules> => {
  const { body } = await admin.graphql(`mutation { made: ${made}(name: "Rules ${Math.random()}") { id } }`)
  const { id } = body.data.made
  return {
    save: (people, more = {}) =>
      admin.call('PUT', `${path}/${id}`, {
        body: {
          levels: [
            {
              number: 1,
              noConditionRules: [{ id: 'legal', label: 'Legal', approverType: 'CUSTOM_APPROVERS', ...people, ...more }],
            },
          ],
        },
      }),
  }
}
const KEPT: Record<string, () => Promise<Rules>> = {
  'a workflow': ofWorkflow,
  'a rule set of spend requests': ofRuleSet('createSpendRuleSet', '/api/spend-rule-sets'),
  'a rule set of bills': ofRuleSet('createBillRuleSet', '/api/bill-rule-sets'),
}
const ROLES = {
  approver: () => ({ approverUserIds: [abe.userId, olga.userId] }),
  watcher: () => ({ approverUserIds: [abe.userId], watcherType: 'CUSTOM_WATCHERS', watcherUserIds: [olga.userId] }),
}

describe.each(Object.entries(KEPT))('%s', (_, make) => {
  it.each(Object.entries(ROLES))('someone who was disabled is no new %s, and an old one can stay', async (__, role) => {
    const rules = await make()
    await setEnabled(olga, false)
    const refused = await rules.save(role())
    expect([refused.status, refused.body.message]).toEqual([400, 'Olga Old was disabled. Choose someone else.'])
    await setEnabled(olga, true)
    expect((await rules.save(role())).status).toBe(200)
    await setEnabled(olga, false)
    expect((await rules.save(role(), { label: 'Legal team' })).status).toBe(200)
    await setEnabled(olga, true)
  })
})

it('a rule sends no document that was archived, unless it did before', async () => {
  const rules = await ofWorkflow()
  const document = await makeDocument(admin)
  const sending = { sendDocument: { recipient: { source: 'REQUESTER' }, emailCopy: '', documentIds: [document] } }
  const sends = { type: 'SEND_DOCUMENT', approverUserIds: [abe.userId], settings: sending }
  const archive = (at: number | null) => run('UPDATE documents SET archived_at = ? WHERE id = ?', at, document)
  await archive(1)
  expect(fieldsOf(await rules.save(sends))).toEqual({
    legal: expect.stringMatching(/ is archived\. Unarchive it first/),
  })
  await archive(null)
  expect((await rules.save(sends)).status).toBe(200)
  await archive(1)
  expect((await rules.save(sends, { label: 'Send it' })).status).toBe(200)
})
