import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LOGIN_METHOD_NAMES, SIGN_ON_KINDS } from './methods.ts'

/** Companies' connections to identity providers. Their secrets are with the other credentials. */
export const signOnConnections = sqliteTable(
  'sign_on_connections',
  {
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: SIGN_ON_KINDS }).notNull(),
    /** Okta: the company's host there. */
    domain: text('domain'),
    clientId: text('client_id'),
    /** Microsoft: the company's tenant there. */
    tenantId: text('tenant_id'),
    /** SAML: where the provider's metadata are read. Null if they came as a file. */
    metadataUrl: text('metadata_url'),
    entityId: text('entity_id'),
    ssoUrl: text('sso_url'),
    /** SAML: JSON of the certificates with their dates. */
    certificates: text('certificates'),
    metadataReadAt: integer('metadata_read_at'),
    metadataFailedAt: integer('metadata_failed_at'),
    /** What is wrong with it, in words. */
    fault: text('fault'),
    /** When someone last signed in with it to test it. */
    testedAt: integer('tested_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
    version: integer('version').notNull().default(1),
    /** When what it leads to changed last. A test that began before says nothing about it. */
    changedAt: integer('changed_at'),
    /** How often in a row the provider failed. */
    failures: integer('failures').notNull().default(0),
    /** SAML: what admins were told last of the certificate's end. */
    certificateTold: text('certificate_told'),
    /** Since when admins know that it fails. */
    failingToldAt: integer('failing_told_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind] })],
)

/** Who a person of a provider is in a company, or in a vendor company. */
export const signOnIdentities = sqliteTable(
  'sign_on_identities',
  {
    companyId: text('company_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull(),
    /** As the provider said last. */
    email: text('email'),
    linkedAt: integer('linked_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    /** When the person, or an admin, removed it. It doesn't come back by its address alone. */
    removedAt: integer('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.issuer, t.subject] }),
    index('sign_on_identities_user').on(t.userId, t.issuer),
    index('sign_on_identities_subject').on(t.subject, t.issuer),
  ],
)

/** In the directory: in which companies a provider's account is linked, whatever its address is there. */
export const linkedCompanies = sqliteTable(
  'directory_sign_on_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    ofCompany: text('of_company').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject, t.ofCompany] })],
)

/** In the directory: sign-ins in progress at a provider. Each is answered once, in the browser that began it. */
export const signOnAttempts = sqliteTable(
  'directory_sign_on_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull(),
    portal: text('portal', { enum: ['STAFF', 'VENDOR'] }).notNull(),
    /** The company whose connection is used. Null for Google and Microsoft. */
    ofCompany: text('of_company'),
    /** Who links the method to their account, or tests the connection. Null if someone signs in. */
    forUser: text('for_user'),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    browserHash: text('browser_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** SAML: JSON of what the provider answered, which the browser fetches once. */
    answer: text('answer'),
    purpose: text('purpose', { enum: ['SIGN_IN', 'TEST', 'LINK'] })
      .notNull()
      .default('SIGN_IN'),
    /** The session that began to link. Only that one can finish. */
    forSession: text('for_session'),
  },
  (t) => [index('directory_sign_on_attempts_expiry').on(t.expiresAt)],
)

/** Assertions that were taken. None is taken twice while it is valid. */
export const samlAssertions = sqliteTable(
  'saml_assertions',
  {
    companyId: text('company_id').notNull(),
    assertionId: text('assertion_id').notNull(),
    validUntil: integer('valid_until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.assertionId] }), index('saml_assertions_end').on(t.validUntil)],
)

/** In the directory: the domains of companies' people. Only a proven one counts, and it is one company's. */
export const loginDomains = sqliteTable(
  'directory_login_domains',
  {
    ofCompany: text('of_company').notNull(),
    domain: text('domain').notNull(),
    /** The value of the DNS record that proves it. */
    token: text('token').notNull(),
    claimedAt: integer('claimed_at').notNull(),
    provenAt: integer('proven_at'),
    checkedAt: integer('checked_at'),
    /** Since when the record is missing. */
    missingSince: integer('missing_since'),
  },
  (t) => [
    primaryKey({ columns: [t.ofCompany, t.domain] }),
    uniqueIndex('directory_login_domains_proven').on(t.domain).where(sql`proven_at IS NOT NULL`),
  ],
)
