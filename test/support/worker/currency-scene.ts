import { approvals } from './filing-scene.ts'
import { type Category, FORM, makeCategory, question, rule, step } from './intake.ts'
import { run } from './sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const today = (offset = 0) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
export const gbp = (value: number) => ({ value, currency: 'GBP' })
export const jpy = (value: number) => ({ value, currency: 'JPY' })

/** Rates of yesterday as the provider's run stores them, which apply to everyone, instead of those of other files. */
export const storeProviderRates = async (quotes: Record<string, string>): Promise<void> => {
  await run("DELETE FROM currency_rates WHERE company_id = ''")
  for (const [quote, rate] of Object.entries(quotes)) {
    await run(
      `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
        VALUES (?, '', 'EUR', ?, ?, ?, 'PROVIDER', ?, ?)`,
      ...[`test-${quote}`, quote, today(-1), rate, Date.now(), Date.now()],
    )
  }
}

export interface CurrencyScene {
  company: TestCompany
  admin: Client
  requester: Client
  category: Category
}

const LEVELS = (userId: string) => [
  [rule('legal', { approverUserIds: [userId] })],
  [
    rule('large', {
      approverUserIds: [userId],
      conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
    }),
  ],
]

export const makeCurrencyScene = async (flags: Parameters<typeof makeCompany>[0]): Promise<CurrencyScene> => {
  const company = await makeCompany(flags)
  const approver = await company.addPerson({ name: 'Abe Approver' })
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const form = [
    ...FORM,
    step(
      'more',
      [
        question('extra', 'MONEY', { label: 'Extra' }),
        question('over', 'TEXT', {
          conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
        }),
      ],
      2,
    ),
  ]
  return {
    company,
    admin,
    requester: await signIn(company, await company.addPerson({ name: 'Rita Requester' })),
    category: await makeCategory(admin, { form, levels: LEVELS(approver.userId) }),
  }
}

export const labelsOf = async (client: Client, id: string): Promise<string[]> =>
  (await approvals(client, id)).levels.flatMap((level: { blocks: { label: string }[] }) =>
    level.blocks.map((b) => b.label),
  )
