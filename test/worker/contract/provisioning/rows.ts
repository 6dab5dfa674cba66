import { has, type Row } from '../row.ts'

/** What an identity provider's names mean here. */

const NODES = (fields: string) => ({
  edges: [{ cursor: 'text', node: has(fields) }],
  pageInfo: { hasNextPage: 'flag', endCursor: 'text?' },
})

const mapping = (path: string, unit: string, value: string, made: string): Row[] => [
  {
    call: `POST ${path}`,
    body: [{ [unit]: made, [value]: 'As the provider says' }],
    after: [{ call: `GET ${path}`, shows: { edges: [{ node: { [unit]: made, [value]: 'As the provider says' } }] } }],
  },
  {
    call: `GET ${path}`,
    answers: NODES(`${unit}:text? ${value}:text isLeftOut:flag`),
  },
]

export const provisioningRows: Row[] = [
  ...mapping('/api/saml-entity-mappings', 'entityId', 'integrationEntity', '@entity'),
  ...mapping('/api/saml-business-unit-mappings', 'businessUnitId', 'integrationBusinessUnit', '@businessUnit'),
  ...mapping('/api/saml-department-mappings', 'departmentId', 'integrationDepartment', '@department'),
  { call: 'GET /api/saml-mappings-needs-attention', answers: has('total:number values:list') },
]
