import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedFacts } from '../../../../schema/approvals/engine/facts.ts'
import { covers, customFieldsFor } from '../../../../schema/approvals/rule-sets/coverage.ts'
import { checkCustomFields, customFieldFacts } from '../../../../schema/approvals/rule-sets/custom-fields.ts'
import { planOfRuleSets } from '../../../../schema/approvals/rule-sets/plan.ts'
import { type CustomField, type RuleSet, ruleSet } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { organisation, person, usd } from '../engine/fixtures.ts'

/** Which rule sets and custom fields a request has, and what all sets plan together. */

const ids = fc.subarray(['a', 'b', 'c', 'd'])
const asked = fc.record({ categories: ids, departments: ids, businessUnits: ids })
const coverage = fc.record({ spendCategories: ids, departments: ids, businessUnits: ids })

const rule = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  approverType: 'CUSTOM_APPROVERS',
  approverUserIds: ['linus'],
  ...more,
})

const setOf = (id: string, more: Record<string, unknown> = {}): RuleSet =>
  ruleSet.parse({
    ...{ id, name: `Rules ${id}`, version: 1, ordinal: 0, levels: [] },
    ...{ spendCategories: [], businessUnits: [], departments: [] },
    ...more,
  })

const facts = (values: Parameters<typeof namedFacts>[0], more: ReturnType<typeof customFieldFacts> = []) => ({
  requestor: { ...person('ada'), managerUserId: 'grace' },
  onBehalfSubmitter: null,
  known: new Map([...namedFacts(values), ...more]),
  organisation: organisation(),
})

const field = (id: string, more: Partial<CustomField> = {}): CustomField => ({
  id,
  label: `Field ${id}`,
  type: 'SINGLE_CHOICE',
  required: false,
  ordinal: 0,
  options: [
    { id: `${id}-yes`, label: 'Yes, it does' },
    { id: `${id}-no`, label: 'No' },
  ],
  ...more,
})

describe('coverage', () => {
  it('a set without coverage applies to every request', () => {
    fc.assert(
      fc.property(asked, (request) => {
        expect(covers(setOf('s'), request)).toBe(true)
      }),
    )
  })

  it('a set applies exactly if a step of it is planned', () => {
    fc.assert(
      fc.property(coverage, asked, (of, request) => {
        const set = setOf('s', { ...of, levels: [{ id: 'l', number: 1, noConditionRules: [rule('r')] }] })
        const { considered, plan } = planOfRuleSets([set], facts(request))
        expect(considered[0]?.holds).toBe(covers(set, request))
        expect(plan.levels.length === 1).toBe(covers(set, request))
      }),
    )
  })

  it('naming more units never takes a rule set away from a request', () => {
    fc.assert(
      fc.property(coverage, asked, asked, (of, request, more) => {
        const both = {
          categories: [...request.categories, ...more.categories],
          departments: [...request.departments, ...more.departments],
          businessUnits: [...request.businessUnits, ...more.businessUnits],
        }
        expect(!covers(setOf('s', of), request) || covers(setOf('s', of), both)).toBe(true)
      }),
    )
  })
})

describe('minimums', () => {
  it('the cost rules with the highest minimum that is reached apply in a level', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 }), fc.nat(1200), (minimums, amount) => {
        const costRules = minimums.map((min, at) => rule(`r${at}`, { min }))
        const set = setOf('s', { levels: [{ id: 'l', number: 1, costRules }] })
        const planned = planOfRuleSets([set], facts({ amount: usd(amount) })).plan.levels.flatMap(({ blocks }) =>
          blocks.map(({ ruleId }) => ruleId),
        )
        const reached = minimums.filter((min) => min <= amount)
        const highest = Math.max(...reached)
        const expected = minimums.flatMap((min, at) => (reached.length > 0 && min === highest ? [`s:r${at}`] : []))
        expect(planned.sort()).toEqual(expected.sort())
      }),
    )
  })

  it('a rule with a label of its own is called by it', () => {
    const set = setOf('s', {
      levels: [{ id: 'l', number: 1, noConditionRules: [rule('r', { label: 'Legal review' }), rule('q')] }],
    })
    const [level] = planOfRuleSets([set], facts({})).plan.levels
    expect(level?.blocks.map(({ label }) => label)).toEqual(['Legal review', 'Rules s'])
  })
})

describe('custom fields', () => {
  it('those of every rule set that applies appear, in the order of the sets and then their own', () => {
    const sets = [
      setOf('second', { ordinal: 1, customFields: [field('c', { ordinal: 1 }), field('b')] }),
      setOf('other', { departments: ['sales'], customFields: [field('x')] }),
      setOf('first', { departments: ['engineering'], customFields: [field('a')] }),
    ]
    const found = customFieldsFor(sets, { categories: [], departments: ['engineering'], businessUnits: [] })
    expect(found.map(({ id, spendRuleSetId }) => `${spendRuleSetId}:${id}`)).toEqual([
      'first:a',
      'second:b',
      'second:c',
    ])
  })

  it('a value is given by the id or the label of its field and of its options', () => {
    const fields = [field('one'), field('many', { type: 'MULTI_CHOICE' }), field('note', { type: 'TEXT' })]
    const given = [
      { id: 'one', value: 'one-no' },
      { label: 'Field many', value: ['yes, it does', 'many-no', 'No'] },
      { label: 'Field note', value: '  Paid yearly ' },
      { label: 'Field of another set', value: 'x' },
    ]
    expect(checkCustomFields(fields, given)).toEqual({
      values: { one: 'one-no', many: ['many-yes', 'many-no'], note: 'Paid yearly' },
      problems: {},
    })
  })

  it('a missing required value, an unknown option and two options of a single choice are refused', () => {
    const fields = [
      field('one', { required: true }),
      field('two'),
      field('three'),
      field('four', { type: 'TEXT', required: true }),
      field('copy', { type: 'CUSTOM_COPY', required: true, options: [] }),
    ]
    const given = [
      { id: 'two', value: 'Maybe' },
      { id: 'three', value: ['three-yes', 'three-no'] },
      { id: 'four', value: '  ' },
    ]
    expect(checkCustomFields(fields, given)).toEqual({
      values: {},
      problems: { one: 'Required', two: '“Maybe” isn’t a valid option', three: 'Choose one option', four: 'Required' },
    })
  })

  it('whatever is given, only values that the fields allow are kept', () => {
    const fields = [field('one'), field('many', { type: 'MULTI_CHOICE' }), field('note', { type: 'TEXT' })]
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (one, many, note) => {
        const { values } = checkCustomFields(fields, [
          { id: 'one', value: one },
          { id: 'many', value: many },
          { id: 'note', value: note },
        ])
        expect(['one-yes', 'one-no', undefined]).toContain(values.one)
        for (const id of values.many ?? []) expect(['many-yes', 'many-no']).toContain(id)
        expect(['string', 'undefined']).toContain(typeof values.note)
      }),
    )
  })

  it('a rule for an option applies to a single choice and among several, and its reason names them', () => {
    const customFields = [field('data', { type: 'MULTI_CHOICE', label: 'Data it holds' })]
    const set = setOf('s', {
      customFields,
      levels: [
        {
          ...{ id: 'l', number: 1 },
          customFieldRules: [rule('r', { customFieldId: 'data', customFieldOptionId: 'data-yes' })],
        },
      ],
    })
    const planned = (value: string[]) =>
      planOfRuleSets([set], facts({}, customFieldFacts(customFields, { data: value }))).plan
    expect(planned(['data-no', 'data-yes']).levels[0]?.blocks[0]?.reason).toBe('Data it holds is Yes, it does')
    expect(planned(['data-no']).levels).toEqual([])
  })
})
