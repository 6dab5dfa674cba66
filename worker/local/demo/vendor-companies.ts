import { COMPANY_ID, NEIGHBOUR } from './people.ts'

/** Two vendors with their own people: one sells to both companies, the other is a single person. */
const VENDOR_COMPANIES = [
  {
    id: 'demo-vendor-kestrel',
    name: 'Kestrel CAD',
    type: 'BUSINESS',
    customers: [
      { companyId: COMPANY_ID, vendorId: 'demo-kestrel-cad-vendors' },
      { companyId: NEIGHBOUR.id, vendorId: null },
    ],
    people: [{ id: 'demo-lena', email: 'lena@kestrelcad.example', first: 'Lena', last: 'Fischer' }],
  },
  {
    id: 'demo-vendor-fathom',
    name: 'Fathom Research',
    type: 'INDIVIDUAL',
    customers: [{ companyId: COMPANY_ID, vendorId: 'demo-fathom-research-vendors' }],
    people: [{ id: 'demo-ravi', email: 'ravi@fathomresearch.example', first: 'Ravi', last: 'Menon' }],
  },
]

export const vendorStatements = (db: D1Database, now: number): D1PreparedStatement[] =>
  VENDOR_COMPANIES.flatMap(({ id, name, type, customers, people }) => [
    db
      .prepare('INSERT INTO vendor_companies (id, name, vendor_type, created_at) VALUES (?, ?, ?, ?)')
      .bind(id, name, type, now),
    ...customers.map(({ companyId, vendorId }) =>
      db
        .prepare(
          'INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?, ?, ?, ?)',
        )
        .bind(id, companyId, vendorId, now),
    ),
    ...people.flatMap((person) => [
      db
        .prepare('INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)')
        .bind(person.id, person.email, person.first, person.last, now),
      db
        .prepare('INSERT INTO vendor_company_members (vendor_company_id, user_id, created_at) VALUES (?, ?, ?)')
        .bind(id, person.id, now),
    ]),
  ])
