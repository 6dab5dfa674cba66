import type { GraphQLSchema } from 'graphql'
import type { AnyOperation } from './core/operation.ts'
import { builder, registeredDoors } from './transport/graphql/builder.ts'

// Each area registers its fields.
import './features/platform/session/graphql.ts'
import './features/platform/addresses/graphql.ts'
import './features/platform/shell/graphql.ts'
import './features/platform/sign-on/graphql.ts'
import './features/documents/documents/graphql.ts'
import './features/documents/inbound-mail/graphql.ts'
import './features/approvals/rule-sets/graphql.ts'
import './features/requests/forms/graphql.ts'
import './features/requests/workflows/graphql.ts'
import './features/requests/lists/graphql.ts'
import './features/requests/submissions/graphql.ts'
import './features/platform/accounting/graphql.ts'
import './features/platform/organisation/graphql.ts'
import './features/platform/members/graphql.ts'
import './features/platform/business-hours/graphql.ts'
import './features/platform/company/graphql.ts'
import './features/vendors/portal/graphql.ts'
import './features/vendors/services/graphql.ts'
import './features/vendors/vendors/graphql.ts'
import './features/documents/threads/graphql.ts'
import './features/spend/spend-requests/graphql.ts'
import './features/money/bills/graphql.ts'
import './features/money/ledger/graphql.ts'
import './features/money/invoice-addresses/graphql.ts'
import './features/money/payments/graphql.ts'
import './features/planning/actuals/graphql.ts'
import './features/planning/transactions/graphql.ts'
import './features/planning/plans/graphql.ts'
import './features/planning/insights/graphql.ts'

let built: GraphQLSchema | undefined

/** Built when it is first asked for: a sixth of the time in which a Worker starts. The order of its parts is for prints. */
export const schema = (): GraphQLSchema => {
  built ??= builder.toSchema({ sortSchema: false })
  return built
}

/** The operation behind each field, such as `query.sessionData`. Building the schema finds them. */
export const graphqlDoors = (): ReadonlyMap<string, AnyOperation> => {
  schema()
  return registeredDoors
}
