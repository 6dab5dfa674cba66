import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileText } from '../../../../worker/features/platform/configuration/file.ts'
import type { Plain } from '../../../../worker/features/platform/configuration/section.ts'
import { importFile, makePlace } from '../../../support/worker/configuration-scene.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'

/** Whole configurations at random, through two companies. Forms and workflows alone: test/unit/requests/configuration. */

const some = <T>(list: readonly T[]) => fc.subarray([...list], { minLength: 1 })
const amount = fc.integer({ min: 0, max: 10_000_000 }).map((minor) => minor / 100)
const approvers = fc
  .record({ groups: some(['Finance', 'Legal']), people: fc.subarray(['dana', 'omar']) })
  .map(({ groups, people }) => ({ who: 'custom-approvers', groups, ...(people.length > 0 && { people }) }))
const named = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 })

const matrix = fc.record({
  conditions: fc.constant(['department']),
  approvers: fc.constant(['First', 'Second']),
  rows: fc.array(
    fc.record({
      when: fc.record({ department: some(['Engineering', 'Sales']) }),
      approvers: fc.record({ First: some(['dana', 'omar']) }, { requiredKeys: [] }),
    }),
    { maxLength: 4 },
  ),
})
const rule = fc.oneof(
  fc.record({ rule: fc.constant('Costly'), if: fc.constant('cost'), from: amount, approvers }),
  fc.record({ if: fc.constant('new-vendor'), newVendor: fc.boolean(), approvers }),
  fc.record({ if: fc.constant('always'), needed: fc.constantFrom('all', 2), approvers }),
)
const ruleSet = fc.record({
  covers: fc.record({ departments: some(['Engineering', 'Sales']) }, { requiredKeys: [] }),
  levels: named(fc.record({ rules: named(rule) })),
})
const category = fc.record({
  type: fc.constantFrom('internal', 'public', 'custom-vendor-form'),
  description: fc.constantFrom('Plain', 'With: colon', 'Two\nlines'),
  form: fc.constant([{ step: 'One', questions: [{ question: 'Title', type: 'request-title' }] }]),
  workflows: named(
    fc.record({ levels: named(fc.record({ steps: named(fc.record({ type: fc.constant('approval'), approvers })) })) }),
  ),
})

const configuration = fc.record({
  deadlines: fc.record({
    mode: fc.constantFrom('off', 'nudge', 'escalate'),
    businessHours: fc.integer({ min: 1, max: 400 }),
    remindAfterPercent: fc.integer({ min: 10, max: 100 }),
  }),
  decisionsByEmail: fc.record({ allowed: fc.constant(true), upTo: amount.filter((each) => each > 0) }),
  payments: fc.record({ secondPersonFrom: amount, anyoneBelow: amount, bankDetailsConfirmedBy: some(['Legal']) }),
  approverMatrices: named(matrix),
  categories: named(category),
  spendRules: named(ruleSet),
  billRules: named(ruleSet),
})

const withNames = (list: object[], key: string): Plain[] =>
  list.map((each, i) => ({ [key]: `Number ${i + 1}`, ...each })) as Plain[]

it(
  'random configurations survive import, export, import elsewhere and export, byte for byte',
  () =>
    fc.assert(
      fc.asyncProperty(configuration, async (made) => {
        const sandbox = await makePlace()
        const real = await makePlace(sandbox)
        // A group that confirms bank details has someone who works with payments.
        for (const { company, ids, adminPerson } of [sandbox, real])
          await company.addToGroup(ids.Legal ?? '', adminPerson.userId)
        const categories = (withNames(made.categories, 'category') as { workflows: object[] }[]).map((each) => ({
          ...each,
          workflows: (withNames(each.workflows, 'workflow') as { levels: { steps: object[] }[] }[]).map((workflow) => ({
            ...workflow,
            levels: workflow.levels.map(({ steps }) => ({ steps: withNames(steps, 'step') })),
          })),
        }))
        const text = await fileText({ currency: 'USD' }, [
          ...Object.entries({
            deadlines: made.deadlines,
            decisionsByEmail: made.decisionsByEmail,
            payments: made.payments,
          }),
          ['approverMatrices', withNames(made.approverMatrices, 'matrix')],
          ['categories', categories as Plain],
          ['spendRules', withNames(made.spendRules, 'ruleSet')],
          ['billRules', withNames(made.billRules, 'ruleSet')],
        ] as [string, Plain][])
        const file = text
          .replaceAll(/- dana$/gm, `- ${sandbox.dana.email}`)
          .replaceAll(/- omar$/gm, `- ${sandbox.omar.email}`)
        const done = await importFile(sandbox.admin, file)
        await confirmGuarded(sandbox.company)
        expect(done, `${done.problem}\n${file}`).toMatchObject({ state: 'DONE' })
        const exported = await sandbox.file()
        const there = await importFile(real.admin, exported)
        await confirmGuarded(real.company)
        expect(there, `${there.problem}`).toMatchObject({ state: 'DONE' })
        expect(await real.file()).toBe(exported)
      }),
      { numRuns: 3, endOnFailure: true },
    ),
  120_000,
)
