import type { Caller } from './ground.ts'
import { type Check, has, ID, paged, type Row } from './row.ts'

/** What platform staff do for companies. */
const as: Caller = 'platformStaff'
const OF = { companyId: '@companyId' }
const COMPANY = has('id name:text emailShortName:text paymentsEnabled:flag paymentsOnboarded:flag enableSourcing:flag')
const read = (shows: unknown): Check[] => [{ call: 'GET /api/super-admin/company/{companyId}', as, path: OF, shows }]
const LOGO = '/api/super-admin/company-logo/{companyId}'
const logos = (shows?: unknown): Check[] => [{ call: `GET ${LOGO}/signed-url`, as, path: OF, shows }]

/** A search reads a limited number of companies, and other tests make many. */
const NEWEST = { 'orderBy[by][]': 'createdAt', 'orderBy[dir][]': 'DESC' }

export const superAdminRows: Row[] = [
  {
    call: 'GET /api/super-admin/companies',
    as,
    query: { search: '@companyId', ...NEWEST },
    answers: paged(COMPANY),
  },
  {
    call: 'POST /api/super-admin/company',
    as,
    body: { name: '@newName', emailShortName: '@newId', featureFlags: { enableSourcing: true } },
    answers: ID,
    after: [
      {
        call: 'GET /api/super-admin/companies',
        as,
        query: { search: '@newId', ...NEWEST },
        shows: { edges: [{ node: { name: '@newName', emailShortName: '@newId', enableSourcing: true } }] },
      },
    ],
  },
  { call: 'GET /api/super-admin/company/{companyId}', as, path: OF, answers: COMPANY },
  {
    call: 'PUT /api/super-admin/company/{companyId}',
    as,
    path: OF,
    body: { name: '@newName', featureFlags: { enableEntities: true } },
    answers: ID,
    after: read({ name: '@newName', enableEntities: true }),
  },
  {
    call: 'POST /api/super-admin/enable-company-features',
    as,
    body: { ...OF, features: ['enableBusinessUnits'] },
    after: read({ enableBusinessUnits: true }),
  },
  {
    call: `POST ${LOGO}/upload-url`,
    as,
    path: OF,
    body: { fileName: 'logo.png' },
    answers: has('url:text fieldsJson:text'),
  },
  {
    call: `POST ${LOGO}`,
    as,
    path: OF,
    body: { fileName: '@logo', variant: 'light' },
    after: [{ call: `GET ${LOGO}/signed-url`, as, path: OF, hides: '"lightLogoUrl":null' }],
  },
  {
    call: `DELETE ${LOGO}`,
    as,
    path: OF,
    query: { variant: 'light' },
    given: ['@ownLogo'],
    after: logos({ lightLogoUrl: null }),
  },
  { call: `GET ${LOGO}/signed-url`, as, path: OF, answers: has('lightLogoUrl:text? darkLogoUrl:text?') },
  {
    call: 'POST /api/super-admin/external-requests-upload',
    as,
    body: '@externalRequests',
    answers: has('id companyId'),
    after: [
      {
        call: 'GET /api/super-admin/company/{companyId}/external-requests',
        as,
        path: OF,
        shows: { edges: [{ node: { fileName: 'requests.csv' } }] },
      },
    ],
  },
]
