import { beforeAll, expect, it } from 'vitest'
import { CONFIGURATION } from '../../../support/worker/configuration-scene.ts'
import { makeCategory, question, rule, save, saveForm, step } from '../../../support/worker/intake.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** What every object of JavaScript has, such as “constructor”, is nothing that anyone entered. */

const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf']
let admin: Client
beforeAll(async () => {
  const company = await makeCompany(['enableIntakeRequests'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

it.each(NAMES)('no question, option or step is called %s, where it would look answered', async (name) => {
  const { id } = await makeCategory(admin, { levels: [] })
  const option = { id: name, label: 'One', parentId: null, ordinal: 0 }
  for (const form of [
    [step('what', [question(name, 'TEXT')])],
    [step('what', [question('asked', 'CUSTOM_SELECT', { options: [option] })])],
    [step(name, [question('asked', 'TEXT')])],
  ])
    await expect(saveForm(admin, id, form)).rejects.toThrow('Not a valid id')
})

it.each(NAMES)('%s is no person of the company, in a draft and when it is filed', async (name) => {
  const { id } = await makeCategory(admin, { levels: [[rule('legal', { approverType: 'REQUESTOR' })]] })
  for (const isDraft of [true, false]) {
    const answer = await save(admin, id, { title: 'A', owner: name }, { isDraft })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['owner']])
  }
})

it('a file with a name that no object keeps is refused in its line, and loses nothing in silence', async () => {
  const file = [
    ...['outlay: 1', 'currency: USD', 'approverMatrices:', '  - matrix: Who', '    approvers: [__proto__]'],
    ...['    rows:', '      - approvers:', '          __proto__: [ada@test.example]', ''],
  ].join('\n')
  const { body } = await admin.post(`${CONFIGURATION}/difference`, { file })
  expect(body.problems).toEqual([expect.objectContaining({ line: 8, message: 'This can’t be a name in a file' })])
})
