import { newId } from '../../../worker/core/clock.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company with spend requests, whose admins maintain rule sets. */

export const RULE_SETS = '/api/spend-rule-sets'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Read = any

export interface RuleSetScene {
  company: TestCompany
  admin: Client
  adminPerson: TestPerson
  dana: TestPerson
  omar: TestPerson
  engineering: string
  sales: string
  software: string
  create(name?: string): Promise<{ id: string; name: string }>
  read(id: string): Promise<Read>
  save(id: string, body: object, client?: Client): Promise<Answer>
  /** Newest first. */
  history(id: string): Promise<Read[]>
  graphql(text: string, variables?: object): Promise<Read>
}

/** A rule that asks these people. */
export const asks = (userIds: string[], more: object = {}) => ({
  approverType: 'CUSTOM_APPROVERS',
  approverUserIds: userIds,
  ...more,
})

export const makeRuleSetScene = async (): Promise<RuleSetScene> => {
  const company = await makeCompany(['enableSpendRequests', 'enableBusinessUnits', 'enableCurrencies'])
  const adminPerson = await company.addPerson({ name: 'Maya Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, adminPerson)
  const graphql = async (text: string, variables: object = {}) =>
    (await admin.graphql(text, variables as Record<string, unknown>)).body
  return {
    ...{ company, admin, adminPerson, graphql },
    dana: await company.addPerson({ name: 'Dana Finance' }),
    omar: await company.addPerson({ name: 'Omar Legal' }),
    engineering: await company.add('departments', 'Engineering'),
    sales: await company.add('departments', 'Sales'),
    software: await company.add('spend_categories', 'Software'),
    create: async (name = `Rules ${newId()}`) => {
      const text = 'mutation ($name: String!) { createSpendRuleSet(name: $name) { id } }'
      return { id: (await graphql(text, { name })).data.createSpendRuleSet.id, name }
    },
    read: async (id) => (await admin.get(`${RULE_SETS}/${id}`)).body,
    save: (id, body, client = admin) => client.call('PUT', `${RULE_SETS}/${id}`, { body }),
    history: async (id) =>
      (await admin.get(`/api/audit-logs?targetType=SPEND_RULE_SET&targetId=${id}`)).body.edges.map(
        ({ node }: { node: Read }) => node,
      ),
  }
}
