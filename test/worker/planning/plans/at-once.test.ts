import { beforeEach, describe, expect, it } from 'vitest'
import { admin, as, company, HALF_YEAR, makePlanScene, TABLE } from '../../../support/worker/plans/plan-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Plans that are made at once, or twice: a company has one plan of a name. */

beforeEach(makePlanScene)

const named = { name: 'Budget 2027', description: '', ...HALF_YEAR }
const DOORS: [string, (client: Client, commandId?: string) => ReturnType<Client['post']>][] = [
  ['importing', (client, commandId) => client.post('/api/plans/import', { ...named, table: TABLE }, commandId)],
  [
    'creating',
    (client, commandId) =>
      client.graphql('mutation ($i: CreatePlanInput!) { createPlan(input: $i) { id } }', { i: named }, commandId),
  ],
]
const plans = () =>
  rows<{ name: string; lines: number }>('SELECT name, lines FROM plans WHERE company_id = ?', company.id)
const messageOf = ({ body }: { body: { message?: string; errors?: { message: string }[] } }): string =>
  body.errors?.[0]?.message ?? body.message ?? ''

describe.each(DOORS)('%s a plan', (_, make) => {
  it('twice at once, by one person or by two, makes one plan or says in words why not', async () => {
    const other = await as(['hasAdminAccess'])
    const answers = await Promise.all([make(admin), make(admin), make(other)])
    const refused = answers.filter((answer) => messageOf(answer) !== '')
    expect(await plans()).toHaveLength(1)
    expect(refused).toHaveLength(2)
    for (const answer of refused)
      expect(messageOf(answer)).toMatch(/Another plan has this name|The list of plans was changed|changed by someone/i)
    expect(messageOf(await make(other))).toContain('Another plan has this name')
  })

  it('with one key makes one plan, whose id each call gets', async () => {
    const key = `plan-${crypto.randomUUID()}`
    const first = await make(admin, key)
    const [second, third] = await Promise.all([make(admin, key), make(admin, key)])
    expect([second?.body, third?.body]).toEqual([first.body, first.body])
    expect(messageOf(first)).toBe('')
    expect(await plans()).toHaveLength(1)
  })
})
