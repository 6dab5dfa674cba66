import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FLAG_GROUPS, flagWords } from '../../../../schema/platform/company/flags.ts'
import { COMPANY_FLAGS, LOGIN_METHODS } from '../../../../schema/shared/permissions.ts'

const isAnswer = (path: string): boolean => /\/(permissions|record)\.ts$/.test(path)

const root = join(import.meta.dirname, '../../../..')
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.gen\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/**
 * What answers calls: the Worker, who may do what there, and which fields its files have. Screens alone change nothing for
 * programs and files, and the local machine is no company's.
 */
const text = [
  ...sources('worker').filter((path) => !path.includes('/worker/local/')),
  ...sources('schema').filter(isAnswer),
]
  .map((path) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ''))
  .join('\n')

const byLogin: string[] = Object.values(LOGIN_METHODS)
const isRead = (flag: string): boolean => new RegExp(`\\.${flag}\\b|'${flag}'[^,\\n]|'\\$\\.${flag}'`).test(text)

describe('the catalog of company flags', () => {
  it('every flag is in one group', () => {
    const named = FLAG_GROUPS.flatMap(({ flags }) => Object.keys(flags))
    expect(named.toSorted()).toEqual([...COMPANY_FLAGS].toSorted())
  })

  it('the Worker reads each flag that can be switched', () => {
    const switchable = COMPANY_FLAGS.filter((flag) => !flagWords(flag).isMissing && !byLogin.includes(flag))
    expect(switchable.length).toBeGreaterThan(10)
    expect(switchable.filter((flag) => !isRead(flag))).toEqual([])
  })

  it('the ways to sign in that can be switched are those that Outlay has', () => {
    const switchable = byLogin.filter((flag) => !flagWords(flag as (typeof COMPANY_FLAGS)[number]).isMissing)
    expect(switchable).toEqual(['enableEmailLinkLogin', 'enableGoogleLogin', 'enableMicrosoftLogin', 'enableOktaLogin'])
  })

  it('each flag that can be switched has calls that it opens, or a test with it on and off', () => {
    const table = readFileSync(join(root, 'test/worker/authorisation/features-table.ts'), 'utf8')
    const opens = (flag: string) => table.includes(`features: ['${flag}'],`)
    const others = COMPANY_FLAGS.filter((flag) => !flagWords(flag).isMissing && !opens(flag))
    expect(others.toSorted()).toEqual(Object.keys(ON_AND_OFF).toSorted())
    for (const [flag, path] of Object.entries(ON_AND_OFF))
      expect([path, readFileSync(join(root, 'test/worker', path), 'utf8').includes(flag)]).toEqual([path, true])
  })
})

/** Flags that open no call of their own, and where what they change is tried. */
const ON_AND_OFF = {
  enableVendorCategories: 'vendors/vendors/vendor-categories-off.test.ts',
  enableRequestAnalyticsChat: 'documents/chats/chats.test.ts',
  enableN12mServiceSpend: 'vendors/vendors/next-12-months.test.ts',
  enableEditWithApprovalBypass: 'requests/submissions/filing-watchers.test.ts',
  enforceIntakeApprovalOrder: 'money/bills/generated-bills.test.ts',
  restrictSubmissionEditToAdmins: 'requests/submissions/filing-changes.test.ts',
  isErpLinked: 'planning/transactions/payroll.test.ts',
  netsuiteSoapEnabled: 'platform/accounting/connection.test.ts',
  enableEmailLinkLogin: 'platform/session/session-vendor.test.ts',
  enableGoogleLogin: 'platform/sign-on/oidc.test.ts',
  enableMicrosoftLogin: 'platform/sign-on/oidc.test.ts',
  enableOktaLogin: 'platform/sign-on/oidc.test.ts',
  enableForwardConfirmationEmail: 'documents/inbound-mail/inbound-mail-settings.test.ts',
  enableEmailBodyPdfCreation: 'documents/inbound-mail/inbound-mail-settings.test.ts',
}
